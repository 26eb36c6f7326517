function __realmctl_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __realmctl_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __realmctl_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __realmctl_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __realmctl_parse_tokens -S
    set -l unparsed_tokens (__realmctl_tokens -pc)
    switch $unparsed_tokens[1]
    case 'realmctl'
        __realmctl_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'info'
            __realmctl_parse_subcommand -r 1 'locks' 'deep' 'r/recursive' 'include=+' 'exclude=+' 'files-from=' 'j/jobs=' 'fail-fast' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'schema'
            __realmctl_parse_subcommand 1 'format=' 'class=+' 'expect=' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'schema-version'
            __realmctl_parse_subcommand 1 'expect=' 'min=' 'max=' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'verify'
            __realmctl_parse_subcommand -r 1 'quick' 'max-problems=' 'r/recursive' 'include=+' 'exclude=+' 'files-from=' 'j/jobs=' 'fail-fast' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'compact'
            __realmctl_parse_subcommand -r 1 'if=+' 'check' 'skip-in-use' 'o/output=' 'no-space-check' 'drop-sync-history' 'r/recursive' 'include=+' 'exclude=+' 'files-from=' 'j/jobs=' 'fail-fast' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'copy'
            __realmctl_parse_subcommand 2 'no-encryption' 'no-space-check' 'drop-sync-history' 'new-key-file=' 'new-key-env=' 'new-key-fd=' 'new-key-prompt' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'encrypt'
            __realmctl_parse_subcommand -r 1 'generate-key=' 'o/output=' 'keep-old=' 'no-space-check' 'drop-sync-history' 'r/recursive' 'include=+' 'exclude=+' 'files-from=' 'j/jobs=' 'fail-fast' 'new-key-file=' 'new-key-env=' 'new-key-fd=' 'new-key-prompt' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'decrypt'
            __realmctl_parse_subcommand -r 1 'o/output=' 'keep-old=' 'no-space-check' 'drop-sync-history' 'r/recursive' 'include=+' 'exclude=+' 'files-from=' 'j/jobs=' 'fail-fast' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'rekey'
            __realmctl_parse_subcommand -r 1 'generate-key=' 'o/output=' 'keep-old=' 'no-space-check' 'drop-sync-history' 'r/recursive' 'include=+' 'exclude=+' 'files-from=' 'j/jobs=' 'fail-fast' 'new-key-file=' 'new-key-env=' 'new-key-fd=' 'new-key-prompt' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'keygen'
            __realmctl_parse_subcommand 0 'o/output=' 'format=' 'convert=' 'from=' 'check=' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'import'
            __realmctl_parse_subcommand 1 'from=' 'format=' 'class=' 'schema=' 'update=' 'batch=' 'single-transaction' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'export'
            __realmctl_parse_subcommand 1 'o/output=' 'format=' 'class=+' 'typed' 'plain' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'seed'
            __realmctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'build'
                __realmctl_parse_subcommand 0 'schema=' 'data=+' 'schema-version=' 'o/output=' 'no-space-check' 'new-key-file=' 'new-key-env=' 'new-key-fd=' 'new-key-prompt' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
            case 'check'
                __realmctl_parse_subcommand 1 'schema=' 'schema-version=' 'max-size=' 'key-file=' 'key-env=' 'key-fd=' 'key-prompt' 'key-strict' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
            end
        case 'completions'
            __realmctl_parse_subcommand 1 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'help'
            __realmctl_parse_subcommand -r 1 'man' 'json' 'q/quiet' 'v/verbose' 'n/dry-run' 'f/force' 'y/yes' 'no-input' 'progress=' 'color=' 'tmpdir=' 'lock-timeout=' 'immutable' 'version' 'h/help'
        case 'help'
            __realmctl_parse_subcommand -r 1 'version'
        end
    end
end

function __realmctl_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __realmctl_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __realmctl_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __realmctl_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__realmctl_tokens -p)
    if test -z "$(__realmctl_tokens -t)"
        set -l index (count (__realmctl_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'realmctl' -f
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'info' -d 'Say what a file is: size, format, schema version, free space, classes.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'schema' -d 'Print a file\'s classes and properties.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'schema-version' -d 'Print a file\'s schema version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'verify' -d 'Look for damage in files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'compact' -d 'Rewrite files without their free space.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'copy' -d 'Write a compact, consistent copy of a file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'encrypt' -d 'Encrypt plain files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'decrypt' -d 'Decrypt encrypted files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'rekey' -d 'Encrypt files with another key.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'keygen' -d 'Make, convert or check an encryption key.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'import' -d 'Add the objects of JSON lines, a JSON document or CSV files to a file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'export' -d 'Write a file\'s objects as JSON lines, one JSON document, or CSV files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'seed' -d 'Build and check the file that an app is shipped with.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'completions' -d 'Print completions for a shell.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'help' -d 'Explain a command.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" locks' -l 'locks' -d 'List the processes that have the file open, and the files beside it.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" deep' -l 'deep' -d 'Count the bytes of each class, which reads everything.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl info" -ge 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" r recursive' -s 'r' -l 'recursive' -d 'Look for files in directories.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info"' -l 'include' -d 'With -r: take files whose name matches (default: *.realm).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info"' -l 'exclude' -d 'With -r: leave out files and directories whose name matches.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" files-from' -l 'files-from' -d 'Read more paths from a file, separated by newlines or NULs; - is standard input.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" j jobs' -l 'jobs' -s 'j' -d 'Work on this many files at a time (default: up to 4).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" fail-fast' -l 'fail-fast' -d 'Stop at the first file that fails.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl info" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" format' -l 'format' -d 'text, yaml, json or swift.' -rfka 'text yaml json swift'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema"' -l 'class' -d 'Only this class; may be repeated.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" expect' -l 'expect' -d 'Exit with 1, and show how, if the schema differs from this document.' -rfa '(set -l exts \'yaml\' \'yml\' \'json\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl schema" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" expect' -l 'expect' -d 'Exit with 1 unless this is the version.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" min' -l 'min' -d 'Exit with 1 if the version is lower.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" max' -l 'max' -d 'Exit with 1 if the version is higher.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl schema-version" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl schema-version" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" quick' -l 'quick' -d 'Check header, sizes, free space, descriptions of the classes and checksums of pages only.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" max-problems' -l 'max-problems' -d 'List at most so many problems of a file; the others are counted.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl verify" -ge 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" r recursive' -s 'r' -l 'recursive' -d 'Look for files in directories.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify"' -l 'include' -d 'With -r: take files whose name matches (default: *.realm).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify"' -l 'exclude' -d 'With -r: leave out files and directories whose name matches.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" files-from' -l 'files-from' -d 'Read more paths from a file, separated by newlines or NULs; - is standard input.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" j jobs' -l 'jobs' -s 'j' -d 'Work on this many files at a time (default: up to 4).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" fail-fast' -l 'fail-fast' -d 'Stop at the first file that fails.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl verify" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact"' -l 'if' -d 'Only files with at least: free-ratio=0.5, free=50MB, size=100MB; auto is size=50MB and free-ratio=0.5. May be repeated; all must hold.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" check' -l 'check' -d 'Write nothing; exit with 1 if some file meets the conditions.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" skip-in-use' -l 'skip-in-use' -d 'Skip files that are in use; without it they fail.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" o output' -l 'output' -s 'o' -d 'Write this file, and leave the source as it is.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" no-space-check' -l 'no-space-check' -d 'Do not ask the file system for free space first.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" drop-sync-history' -l 'drop-sync-history' -d 'Make a local Realm of a synchronised app\'s file, which is refused otherwise.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl compact" -ge 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" r recursive' -s 'r' -l 'recursive' -d 'Look for files in directories.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact"' -l 'include' -d 'With -r: take files whose name matches (default: *.realm).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact"' -l 'exclude' -d 'With -r: leave out files and directories whose name matches.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" files-from' -l 'files-from' -d 'Read more paths from a file, separated by newlines or NULs; - is standard input.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" j jobs' -l 'jobs' -s 'j' -d 'Work on this many files at a time (default: up to 4).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" fail-fast' -l 'fail-fast' -d 'Stop at the first file that fails.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl compact" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" no-encryption' -l 'no-encryption' -d 'Write a plain copy of an encrypted file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl copy" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl copy" -eq 2' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" no-space-check' -l 'no-space-check' -d 'Do not ask the file system for free space first.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" drop-sync-history' -l 'drop-sync-history' -d 'Make a local Realm of a synchronised app\'s file, which is refused otherwise.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" new-key-file' -l 'new-key-file' -d 'Read the new key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" new-key-env' -l 'new-key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" new-key-fd' -l 'new-key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" new-key-prompt' -l 'new-key-prompt' -d 'Ask for it on the terminal, twice.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl copy" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" generate-key' -l 'generate-key' -d 'Make a new key, in a new file of mode 0600, before anything else.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" o output' -l 'output' -s 'o' -d 'Write this file, and leave the source as it is.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" keep-old' -l 'keep-old' -d 'Keep the old file beside the new one, with this added to its name.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" no-space-check' -l 'no-space-check' -d 'Do not ask the file system for free space first.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" drop-sync-history' -l 'drop-sync-history' -d 'Make a local Realm of a synchronised app\'s file, which is refused otherwise.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl encrypt" -ge 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" r recursive' -s 'r' -l 'recursive' -d 'Look for files in directories.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt"' -l 'include' -d 'With -r: take files whose name matches (default: *.realm).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt"' -l 'exclude' -d 'With -r: leave out files and directories whose name matches.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" files-from' -l 'files-from' -d 'Read more paths from a file, separated by newlines or NULs; - is standard input.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" j jobs' -l 'jobs' -s 'j' -d 'Work on this many files at a time (default: up to 4).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" fail-fast' -l 'fail-fast' -d 'Stop at the first file that fails.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" new-key-file' -l 'new-key-file' -d 'Read the new key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" new-key-env' -l 'new-key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" new-key-fd' -l 'new-key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" new-key-prompt' -l 'new-key-prompt' -d 'Ask for it on the terminal, twice.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl encrypt" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" o output' -l 'output' -s 'o' -d 'Write this file, and leave the source as it is.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" keep-old' -l 'keep-old' -d 'Keep the old file beside the new one, with this added to its name.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" no-space-check' -l 'no-space-check' -d 'Do not ask the file system for free space first.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" drop-sync-history' -l 'drop-sync-history' -d 'Make a local Realm of a synchronised app\'s file, which is refused otherwise.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl decrypt" -ge 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" r recursive' -s 'r' -l 'recursive' -d 'Look for files in directories.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt"' -l 'include' -d 'With -r: take files whose name matches (default: *.realm).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt"' -l 'exclude' -d 'With -r: leave out files and directories whose name matches.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" files-from' -l 'files-from' -d 'Read more paths from a file, separated by newlines or NULs; - is standard input.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" j jobs' -l 'jobs' -s 'j' -d 'Work on this many files at a time (default: up to 4).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" fail-fast' -l 'fail-fast' -d 'Stop at the first file that fails.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl decrypt" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" generate-key' -l 'generate-key' -d 'Make a new key, in a new file of mode 0600, before anything else.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" o output' -l 'output' -s 'o' -d 'Write this file, and leave the source as it is.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" keep-old' -l 'keep-old' -d 'Keep the old file beside the new one, with this added to its name.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" no-space-check' -l 'no-space-check' -d 'Do not ask the file system for free space first.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" drop-sync-history' -l 'drop-sync-history' -d 'Make a local Realm of a synchronised app\'s file, which is refused otherwise.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl rekey" -ge 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" r recursive' -s 'r' -l 'recursive' -d 'Look for files in directories.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey"' -l 'include' -d 'With -r: take files whose name matches (default: *.realm).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey"' -l 'exclude' -d 'With -r: leave out files and directories whose name matches.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" files-from' -l 'files-from' -d 'Read more paths from a file, separated by newlines or NULs; - is standard input.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" j jobs' -l 'jobs' -s 'j' -d 'Work on this many files at a time (default: up to 4).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" fail-fast' -l 'fail-fast' -d 'Stop at the first file that fails.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" new-key-file' -l 'new-key-file' -d 'Read the new key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" new-key-env' -l 'new-key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" new-key-fd' -l 'new-key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" new-key-prompt' -l 'new-key-prompt' -d 'Ask for it on the terminal, twice.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl rekey" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" o output' -l 'output' -s 'o' -d 'Write the key to this file.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" format' -l 'format' -d 'raw, hex or base64 (default: hex to standard output, raw to a file).' -rfka 'raw hex base64'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" convert' -l 'convert' -d 'Write the key of this file (- is standard input) in another form.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" from' -l 'from' -d 'The form of the key to convert; decimal is a list of 64 numbers: [1, -2, 250].' -rfka 'auto raw hex base64 decimal'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" check' -l 'check' -d 'Print form and fingerprint of the key in this file (- is standard input).' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl keygen" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" from' -l 'from' -d 'The file, or a directory of files; - is standard input.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" format' -l 'format' -d 'ndjson, json or csv (default: as the file\'s suffix says).' -rfka 'ndjson json csv'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" class' -l 'class' -d 'The class of objects that do not name it (CSV: default is the file\'s name).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" schema' -l 'schema' -d 'Make the file with this schema if it is missing.' -rfa '(set -l exts \'yaml\' \'yml\' \'json\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" update' -l 'update' -d 'If an object has the same primary key: error, modified (set what differs) or all (set everything).' -rfka 'error modified all'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" batch' -l 'batch' -d 'Objects in each transaction.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" single-transaction' -l 'single-transaction' -d 'Import everything in one transaction: all or nothing.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl import" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" o output' -l 'output' -s 'o' -d 'The file, for csv the directory, to write; - is standard output.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" format' -l 'format' -d 'ndjson, json or csv.' -rfka 'ndjson json csv'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export"' -l 'class' -d 'Only this class; may be repeated.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" typed' -l 'typed' -d 'Write values with their types, so that nothing is lost.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" plain' -l 'plain' -d 'Write values as plain text and numbers.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl export" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl seed" -eq 1' -fa 'build' -d 'Make a seed file from a schema and data.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl seed" -eq 1' -fa 'check' -d 'Tell whether a file is fit to be a seed.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" schema' -l 'schema' -d 'The schema: a document in YAML or JSON.' -rfa '(set -l exts \'yaml\' \'yml\' \'json\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build"' -l 'data' -d 'Data: Class.csv, Class.ndjson, any .json, a directory of these, or Class=FILE; may be repeated.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" schema-version' -l 'schema-version' -d 'The schema version (default: that of the schema, else 0).' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" o output' -l 'output' -s 'o' -d 'The seed file to write.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" no-space-check' -l 'no-space-check' -d 'Do not ask the file system for free space first.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" new-key-file' -l 'new-key-file' -d 'Read the new key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" new-key-env' -l 'new-key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" new-key-fd' -l 'new-key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" new-key-prompt' -l 'new-key-prompt' -d 'Ask for it on the terminal, twice.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed build" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" schema' -l 'schema' -d 'The schema that the file must have.' -rfa '(set -l exts \'yaml\' \'yml\' \'json\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" schema-version' -l 'schema-version' -d 'The schema version that the file must have.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" max-size' -l 'max-size' -d 'The most bytes that the file may have: 500, 10KB, 10MiB.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl seed check" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'realm\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" key-file' -l 'key-file' -d 'Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.' -rF
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" key-env' -l 'key-env' -d 'Read it from an environment variable.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" key-fd' -l 'key-fd' -d 'Read it from an open file descriptor.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" key-prompt' -l 'key-prompt' -d 'Ask for it on the terminal.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" key-strict' -l 'key-strict' -d 'Fail if a key is given for a file that is not encrypted.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl seed check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_positional "realmctl completions" -eq 1' -fka 'bash zsh fish'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl completions" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" man' -l 'man' -d 'Print a manual page of all commands (roff): realmctl help --man | man -l -'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" json' -l 'json' -d 'Print one JSON document instead of text.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" q quiet' -l 'quiet' -s 'q' -d 'Print no messages but errors.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help"' -l 'verbose' -s 'v' -d 'Print more detail; twice: the engine\'s log.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" dry-run n' -s 'n' -l 'dry-run' -d 'Read and check everything, write nothing but temporary files.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" f force' -l 'force' -s 'f' -d 'Replace an existing output file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" y yes' -l 'yes' -s 'y' -d 'Answer yes to confirmations.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" no-input' -l 'no-input' -d 'Never ask; what would be asked becomes an error.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), never, or plain lines.' -rfka 'auto never plain'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" color' -l 'color' -d 'Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.' -rfka 'auto always never'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" tmpdir' -l 'tmpdir' -d 'Where scratch files go (default: $TMPDIR, else /tmp).' -rfa '(__realmctl_complete_directories)'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" lock-timeout' -l 'lock-timeout' -d 'Wait this long for a busy file: 90s, 15m, 12h, 7d.' -rfka ''
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" immutable' -l 'immutable' -d 'Open without lock files; you promise that nobody writes the file.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" version' -l 'version' -d 'Show the version.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'realmctl' -n '__realmctl_should_offer_completions_for_flags_or_options "realmctl help" version' -l 'version' -d 'Show the version.'
