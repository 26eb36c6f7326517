#!/bin/bash

__realmctl_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__realmctl_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__realmctl_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__realmctl_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_realmctl() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __realmctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    info|diagnose|schema|schema-version|verify|compact|copy|encrypt|decrypt|rekey|keygen|upgrade|recover|migrate|backup|restore|query|diff|watch|import|export|seed|completions|help|help)
        # Offer subcommand argument completions
        "_realmctl_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'info diagnose schema schema-version verify compact copy encrypt decrypt rekey keygen upgrade recover migrate backup restore query diff watch import export seed completions help help' -- "${cur}"))
        ;;
    esac
}

_realmctl_info() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--locks --deep -r --recursive --fail-fast --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --no-input --immutable --version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(--report --files-from --jobs -j --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--report')
        __realmctl_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_diagnose() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quick --names --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --version -h --help)
    repeating_options=()
    non_repeating_options=(--bundle --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--bundle')
        __realmctl_add_completions -o plusdirs -fX '!*.@(zst)'
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -f
        return
        ;;
    esac
}

_realmctl_schema() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __realmctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    print|convert)
        # Offer subcommand argument completions
        "_realmctl_schema_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'print convert' -- "${cur}"))
        ;;
    esac
}

_realmctl_schema_print() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--key-prompt --key-strict --json --quiet -q --no-input --immutable --version -h --help)
    repeating_options=(--class)
    non_repeating_options=(--format --expect --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __realmctl_add_completions -W 'text'$'\n''yaml'$'\n''json'$'\n''swift'
        return
        ;;
    '--class')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion schema print -- --class "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--expect')
        __realmctl_add_completions -o plusdirs -fX '!*.@(yaml|yml|json)'
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_schema_convert() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--in-place --diff --json --quiet -q -n --dry-run --force -f --yes -y --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--converter --color --tmpdir)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--converter')
        __realmctl_add_completions -f
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(swift)'
        return
        ;;
    esac
}

_realmctl_schema-version() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--key-prompt --key-strict --json --quiet -q --no-input --immutable --version -h --help)
    repeating_options=()
    non_repeating_options=(--expect --min --max --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--expect')
        return
        ;;
    '--min')
        return
        ;;
    '--max')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_verify() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quick -r --recursive --fail-fast --key-prompt --key-strict --json --quiet -q --no-input --immutable --version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(--against --max-problems --files-from --jobs -j --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--against')
        __realmctl_add_completions -o plusdirs -fX '!*.@(zst)'
        return
        ;;
    '--max-problems')
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_compact() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--check --skip-in-use --no-space-check --drop-sync-history --enumerate -r --recursive --fail-fast --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --yes -y --no-input --version -h --help)
    repeating_options=(--if --include --exclude)
    non_repeating_options=(--output -o --files-from --jobs -j --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--if')
        __realmctl_add_completions -W 'auto'$'\n''free-ratio=0.5'$'\n''free=50MB'$'\n''size=100MB'
        return
        ;;
    '--output'|'-o')
        __realmctl_add_completions -f
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_copy() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--no-encryption --no-space-check --drop-sync-history --enumerate --new-key-prompt --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --no-input --immutable --version -h --help)
    repeating_options=()
    non_repeating_options=(--new-key-file --new-key-env --new-key-fd --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--new-key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--new-key-env')
        return
        ;;
    '--new-key-fd')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    2)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_encrypt() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--no-space-check --drop-sync-history --enumerate -r --recursive --fail-fast --new-key-prompt --json --quiet -q -n --dry-run --force -f --yes -y --no-input --version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(--generate-key --output -o --keep-old --files-from --jobs -j --new-key-file --new-key-env --new-key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--generate-key')
        __realmctl_add_completions -f
        return
        ;;
    '--output'|'-o')
        __realmctl_add_completions -f
        return
        ;;
    '--keep-old')
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--new-key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--new-key-env')
        return
        ;;
    '--new-key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_decrypt() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--no-space-check --drop-sync-history --enumerate -r --recursive --fail-fast --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --yes -y --no-input --version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(--output -o --keep-old --files-from --jobs -j --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __realmctl_add_completions -f
        return
        ;;
    '--keep-old')
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_rekey() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--no-space-check --drop-sync-history --enumerate -r --recursive --fail-fast --new-key-prompt --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --yes -y --no-input --version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(--generate-key --output -o --keep-old --files-from --jobs -j --new-key-file --new-key-env --new-key-fd --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--generate-key')
        __realmctl_add_completions -f
        return
        ;;
    '--output'|'-o')
        __realmctl_add_completions -f
        return
        ;;
    '--keep-old')
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--new-key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--new-key-env')
        return
        ;;
    '--new-key-fd')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_keygen() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--json --quiet -q -n --dry-run --version -h --help)
    repeating_options=()
    non_repeating_options=(--output -o --format --convert --from --check --color)
    __realmctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __realmctl_add_completions -f
        return
        ;;
    '--format')
        __realmctl_add_completions -W 'raw'$'\n''hex'$'\n''base64'
        return
        ;;
    '--convert')
        __realmctl_add_completions -f
        return
        ;;
    '--from')
        __realmctl_add_completions -W 'auto'$'\n''raw'$'\n''hex'$'\n''base64'$'\n''decimal'
        return
        ;;
    '--check')
        __realmctl_add_completions -f
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_realmctl_upgrade() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--no-backup --no-space-check --drop-sync-history -r --recursive --fail-fast --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --yes -y --no-input --version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(--output -o --files-from --jobs -j --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __realmctl_add_completions -f
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_recover() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--no-space-check --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--strategy --output -o --lost-and-found --report --key-file --key-env --key-fd --color --tmpdir)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--strategy')
        __realmctl_add_completions -W 'auto'$'\n''previous'$'\n''scan'$'\n''salvage'
        return
        ;;
    '--output'|'-o')
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    '--lost-and-found')
        __realmctl_add_completions -o plusdirs -fX '!*.@(ndjson)'
        return
        ;;
    '--report')
        __realmctl_add_completions -o plusdirs -fX '!*.@(json)'
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_migrate() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __realmctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    new|lint|plan|status|apply|hash)
        # Offer subcommand argument completions
        "_realmctl_migrate_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'new lint plan status apply hash' -- "${cur}"))
        ;;
    esac
}

_realmctl_migrate_new() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--json --quiet -q -n --dry-run --version -h --help)
    repeating_options=()
    non_repeating_options=(--dir --color)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--dir')
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_realmctl_migrate_lint() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--json --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--dir --color)
    __realmctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--dir')
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_realmctl_migrate_plan() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--allow-changed --key-prompt --key-strict --json --quiet -q --no-input --immutable --version -h --help)
    repeating_options=()
    non_repeating_options=(--dir --to --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--dir')
        return
        ;;
    '--to')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_migrate_status() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--exit-code --allow-changed -r --recursive --fail-fast --key-prompt --key-strict --json --quiet -q --no-input --immutable --version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(--dir --to --files-from --jobs -j --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--dir')
        return
        ;;
    '--to')
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_migrate_apply() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--no-backup --in-place --allow-changed --no-space-check --drop-sync-history -r --recursive --fail-fast --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --yes -y --no-input --version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(--backup-dir --dir --to --files-from --jobs -j --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--backup-dir')
        __realmctl_add_completions -d
        return
        ;;
    '--dir')
        return
        ;;
    '--to')
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_migrate_hash() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--json --quiet -q -n --dry-run --version -h --help)
    repeating_options=()
    non_repeating_options=(--dir --color)
    __realmctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--dir')
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_realmctl_backup() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __realmctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    create|list|verify|prune)
        # Offer subcommand argument completions
        "_realmctl_backup_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'create list verify prune' -- "${cur}"))
        ;;
    esac
}

_realmctl_backup_create() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--decrypt --no-origin --keep-sync-history --no-space-check --drop-sync-history -r --recursive --fail-fast --key-prompt --key-strict --json --quiet -q -n --dry-run --yes -y --no-input --immutable --version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(-d --directory --output -o --verify --level --long --threads --keep-last --keep-hourly --keep-daily --keep-weekly --keep-monthly --keep-yearly --keep-within --min-age --files-from --jobs -j --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-d'|'--directory')
        __realmctl_add_completions -d
        return
        ;;
    '--output'|'-o')
        __realmctl_add_completions -f
        return
        ;;
    '--verify')
        __realmctl_add_completions -W 'quick'$'\n''full'
        return
        ;;
    '--level')
        return
        ;;
    '--long')
        return
        ;;
    '--threads')
        return
        ;;
    '--keep-last')
        return
        ;;
    '--keep-hourly')
        return
        ;;
    '--keep-daily')
        return
        ;;
    '--keep-weekly')
        return
        ;;
    '--keep-monthly')
        return
        ;;
    '--keep-yearly')
        return
        ;;
    '--keep-within')
        return
        ;;
    '--min-age')
        return
        ;;
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--files-from')
        __realmctl_add_completions -f
        return
        ;;
    '--jobs'|'-j')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_backup_list() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--json --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -f
        return
        ;;
    esac
}

_realmctl_backup_verify() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--deep --fail-fast --key-prompt --key-strict --json --quiet -q --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--jobs -j --key-file --key-env --key-fd --progress --color --tmpdir)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--jobs'|'-j')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __realmctl_add_completions -f
        return
        ;;
    esac
}

_realmctl_backup_prune() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--json --quiet -q -n --dry-run --yes -y --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--keep-last --keep-hourly --keep-daily --keep-weekly --keep-monthly --keep-yearly --keep-within --min-age --color)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--keep-last')
        return
        ;;
    '--keep-hourly')
        return
        ;;
    '--keep-daily')
        return
        ;;
    '--keep-weekly')
        return
        ;;
    '--keep-monthly')
        return
        ;;
    '--keep-yearly')
        return
        ;;
    '--keep-within')
        return
        ;;
    '--min-age')
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -d
        return
        ;;
    esac
}

_realmctl_restore() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--no-safety-copy --no-encryption --no-space-check --drop-sync-history --new-key-prompt --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --yes -y --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--max-size --new-key-file --new-key-env --new-key-fd --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--max-size')
        return
        ;;
    '--new-key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--new-key-env')
        return
        ;;
    '--new-key-fd')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(zst|realm)'
        return
        ;;
    2)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_query() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--count --explain --typed --key-prompt --key-strict --json --quiet -q --no-input --immutable --version -h --help)
    repeating_options=(--sum --avg --min --max --arg)
    non_repeating_options=(--columns --sort --distinct --limit --offset --group-by --format --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 3

    # Offer option value completions
    case "${prev}" in
    '--columns')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion query -- --columns "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--sort')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion query -- --sort "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--distinct')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion query -- --distinct "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--limit')
        return
        ;;
    '--offset')
        return
        ;;
    '--group-by')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion query -- --group-by "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--sum')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion query -- --sum "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--avg')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion query -- --avg "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--min')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion query -- --min "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--max')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion query -- --max "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--format')
        __realmctl_add_completions -W 'table'$'\n''json'$'\n''ndjson'$'\n''jsonl'$'\n''csv'$'\n''markdown'
        return
        ;;
    '--arg')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    2)
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion query -- positional@1 "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_realmctl_diff() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--schema-only --key-prompt --key-strict --other-key-prompt --json --quiet -q --no-input --immutable --version -h --help)
    repeating_options=(--class --key --ignore)
    non_repeating_options=(--limit --format --key-file --key-env --key-fd --other-key-file --other-key-env --other-key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--class')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion diff -- --class "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--key')
        return
        ;;
    '--ignore')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion diff -- --ignore "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--limit')
        return
        ;;
    '--format')
        __realmctl_add_completions -W 'text'$'\n''ndjson'$'\n''json'
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--other-key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--other-key-env')
        return
        ;;
    '--other-key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    2)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_watch() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--key-prompt --key-strict --json --quiet -q --no-input --version -h --help)
    repeating_options=(--arg)
    non_repeating_options=(--count --timeout --key-file --key-env --key-fd --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 3

    # Offer option value completions
    case "${prev}" in
    '--count')
        return
        ;;
    '--timeout')
        return
        ;;
    '--arg')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    2)
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion watch -- positional@1 "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_realmctl_import() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--single-transaction --resume --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --no-input --version -h --help)
    repeating_options=(--primary-key --link)
    non_repeating_options=(--from --format --class --schema --update --batch --rejects --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--from')
        __realmctl_add_completions -f
        return
        ;;
    '--format')
        __realmctl_add_completions -W 'ndjson'$'\n''json'$'\n''csv'$'\n''sqlite'
        return
        ;;
    '--class')
        return
        ;;
    '--schema')
        __realmctl_add_completions -o plusdirs -fX '!*.@(yaml|yml|json)'
        return
        ;;
    '--primary-key')
        return
        ;;
    '--link')
        return
        ;;
    '--update')
        __realmctl_add_completions -W 'error'$'\n''modified'$'\n''all'
        return
        ;;
    '--batch')
        return
        ;;
    '--rejects')
        __realmctl_add_completions -f
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_export() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--typed --plain --key-prompt --key-strict --json --quiet -q -n --dry-run --force -f --no-input --immutable --version -h --help)
    repeating_options=(--class --where)
    non_repeating_options=(--output -o --format --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __realmctl_add_completions -f
        return
        ;;
    '--format')
        __realmctl_add_completions -W 'ndjson'$'\n''json'$'\n''csv'$'\n''sqlite'$'\n''postgres'
        return
        ;;
    '--class')
        __realmctl_add_completions -W "$(__realmctl_custom_complete ---completion export -- --class "${COMP_CWORD}" "$(__realmctl_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_seed() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __realmctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    build|check)
        # Offer subcommand argument completions
        "_realmctl_seed_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'build check' -- "${cur}"))
        ;;
    esac
}

_realmctl_seed_build() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--no-space-check --enumerate --new-key-prompt --json --quiet -q -n --dry-run --force -f --no-input --version -h --help)
    repeating_options=(--data)
    non_repeating_options=(--schema --schema-version --output -o --new-key-file --new-key-env --new-key-fd --color --tmpdir)
    __realmctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--schema')
        __realmctl_add_completions -o plusdirs -fX '!*.@(yaml|yml|json)'
        return
        ;;
    '--data')
        __realmctl_add_completions -f
        return
        ;;
    '--schema-version')
        return
        ;;
    '--output'|'-o')
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    '--new-key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--new-key-env')
        return
        ;;
    '--new-key-fd')
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    esac
}

_realmctl_seed_check() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--key-prompt --key-strict --json --quiet -q --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--schema --schema-version --max-size --key-file --key-env --key-fd --progress --color --tmpdir --lock-timeout)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--schema')
        __realmctl_add_completions -o plusdirs -fX '!*.@(yaml|yml|json)'
        return
        ;;
    '--schema-version')
        return
        ;;
    '--max-size')
        return
        ;;
    '--key-file')
        __realmctl_add_completions -f
        return
        ;;
    '--key-env')
        return
        ;;
    '--key-fd')
        return
        ;;
    '--progress')
        __realmctl_add_completions -W 'auto'$'\n''never'$'\n''plain'
        return
        ;;
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--tmpdir')
        __realmctl_add_completions -d
        return
        ;;
    '--lock-timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -o plusdirs -fX '!*.@(realm)'
        return
        ;;
    esac
}

_realmctl_completions() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--json --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __realmctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __realmctl_add_completions -W 'bash'$'\n''zsh'$'\n''fish'
        return
        ;;
    esac
}

_realmctl_help() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--man --markdown --json --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __realmctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __realmctl_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_realmctl_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __realmctl_offer_flags_options -1
}

complete -o filenames -F _realmctl realmctl
