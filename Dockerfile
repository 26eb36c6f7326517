# A small image with realmctl:
#   docker build -t realmctl .
#   docker run --rm -v /srv/app:/data realmctl info /data/app.realm
FROM swift:6.2-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends libsqlite3-dev libssl-dev libzstd-dev pkg-config && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN make install install-converter PREFIX=/usr DESTDIR=/image

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends libsqlite3-0 libssl3 libstdc++6 libzstd1 && rm -rf /var/lib/apt/lists/*
COPY --from=build /image/ /
# Files keep the owner that the volume gives them; no root needed.
USER 1000:1000
WORKDIR /data
ENTRYPOINT ["/usr/bin/realmctl"]
CMD ["help"]
