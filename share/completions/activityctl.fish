function __activityctl_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __activityctl_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __activityctl_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __activityctl_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __activityctl_parse_tokens -S
    set -l unparsed_tokens (__activityctl_tokens -pc)
    switch $unparsed_tokens[1]
    case 'activityctl'
        __activityctl_parse_subcommand 0 'system' 'user' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'sheet'
            __activityctl_parse_subcommand -r 1 'system' 'user' 'text=' 'subject=' 'type=' 'alternative=+' 'locale=' 'exclude=+' 'own' 'compact' 'regular' 'hidden' 'json' 'version' 'h/help'
        case 'targets'
            __activityctl_parse_subcommand -r 1 'system' 'user' 'text=' 'subject=' 'type=' 'alternative=+' 'locale=' 'exclude=+' 'known' 'json' 'version' 'h/help'
        case 'inspect'
            __activityctl_parse_subcommand -r 1 'system' 'user' 'text=' 'subject=' 'type=' 'alternative=+' 'locale=' 'json' 'version' 'h/help'
        case 'options'
            __activityctl_parse_subcommand -r 1 'system' 'user' 'text=' 'subject=' 'type=' 'alternative=+' 'locale=' 'json' 'version' 'h/help'
        case 'explain'
            __activityctl_parse_subcommand -r 1 'system' 'user' 'text=' 'subject=' 'type=' 'alternative=+' 'as=' 'only=' 'exclude=+' 'own' 'json' 'version' 'h/help'
        case 'list'
            __activityctl_parse_subcommand 0 'system' 'user' 'locale=' 'all' 'json' 'version' 'h/help'
        case 'show'
            __activityctl_parse_subcommand 1 'system' 'user' 'json' 'version' 'h/help'
        case 'icon'
            __activityctl_parse_subcommand 1 'system' 'user' 'o/output=' 'size=' 'tint=' 'version' 'h/help'
        case 'perform'
            __activityctl_parse_subcommand -r 2 'system' 'user' 'text=' 'subject=' 'type=' 'alternative=+' 'option=+' 'allow-remaining' 'answer=+' 'json' 'locale=' 'version' 'h/help'
        case 'running'
            __activityctl_parse_subcommand 0 'system' 'user' 'json' 'version' 'h/help'
        case 'follow'
            __activityctl_parse_subcommand 1 'system' 'user' 'json' 'version' 'h/help'
        case 'cancel'
            __activityctl_parse_subcommand 1 'system' 'user' 'version' 'h/help'
        case 'forget'
            __activityctl_parse_subcommand 1 'system' 'user' 'json' 'version' 'h/help'
        case 'elect'
            __activityctl_parse_subcommand 2 'system' 'user' 'lock' 'check' 'version' 'h/help'
        case 'arrange'
            __activityctl_parse_subcommand -r 1 'system' 'user' 'clear' 'check' 'version' 'h/help'
        case 'star'
            __activityctl_parse_subcommand -r 1 'system' 'user' 'locale=' 'none' 'check' 'version' 'h/help'
        case 'new'
            __activityctl_parse_subcommand 1 'template=' 'version' 'h/help'
        case 'import'
            __activityctl_parse_subcommand -r 1 'version' 'h/help'
        case 'check'
            __activityctl_parse_subcommand -r 1 'system' 'user' 'with=+' 'text=' 'bundles=' 'report=' 'strict' 'json' 'version' 'h/help'
        case 'try'
            __activityctl_parse_subcommand -r 2 'system' 'user' 'text=' 'subject=' 'type=' 'alternative=+' 'answer=+' 'json' 'locale=' 'version' 'h/help'
        case 'register'
            __activityctl_parse_subcommand 1 'system' 'user' 'link' 'check' 'version' 'h/help'
        case 'unregister'
            __activityctl_parse_subcommand 1 'system' 'user' 'check' 'version' 'h/help'
        case 'rules'
            __activityctl_parse_subcommand 0 'json' 'version' 'h/help'
        case 'status'
            __activityctl_parse_subcommand 0 'system' 'user' 'json' 'metrics' 'version' 'h/help'
        case 'policy'
            __activityctl_parse_subcommand 0 'system' 'user' 'json' 'version' 'h/help'
        case 'generators'
            __activityctl_parse_subcommand 0 'system' 'user' 'json' 'version' 'h/help'
        case 'monitor'
            __activityctl_parse_subcommand 0 'system' 'user' 'json' 'version' 'h/help'
        case 'reload'
            __activityctl_parse_subcommand 0 'system' 'user' 'version' 'h/help'
        case 'integrations'
            __activityctl_parse_subcommand 0 'json' 'version' 'h/help'
        case 'help'
            __activityctl_parse_subcommand -r 1 'version'
        end
    end
end

function __activityctl_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __activityctl_parse_subcommand -S -a positional_count
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

function __activityctl_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __activityctl_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__activityctl_tokens -p)
    if test -z "$(__activityctl_tokens -t)"
        set -l index (count (__activityctl_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'activityctl' -f
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'sheet' -d 'Show what can be done with a selection.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'targets' -d 'Show what a selection can be shared to in one press.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'inspect' -d 'Show what is inside a selection, and would leave with it.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'options' -d 'List the ways to change a selection before it leaves.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'explain' -d 'Say why each activity is listed for a selection, or is not.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'list' -d 'List the activities.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'show' -d 'Show everything that is known about an activity.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'icon' -d 'Write an activity\'s finished icon as a PNG.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'perform' -d 'Perform an activity on a selection.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'running' -d 'List the activities that are being performed.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'follow' -d 'Show the progress of a performed activity, and how it ended.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'cancel' -d 'Cancel a running activity.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'forget' -d 'Show the answers and targets that are kept, or forget an activity\'s.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'elect' -d 'Decide whether an activity is listed.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'arrange' -d 'Put custom activities first, in this order.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'star' -d 'Have activities stand in the sheet\'s first row too, or show those that do.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'new' -d 'Begin an activity of your own.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'import' -d 'Begin activities with plug-ins of other programs\' formats.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'check' -d 'Judge bundles by all the rules, without a daemon.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'try' -d 'Perform a bundle once from where it lies, unregistered.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'register' -d 'Install a bundle, or replace it.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'unregister' -d 'Remove a bundle that was registered.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'rules' -d 'List the rules that bundles are held to.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'status' -d 'Show the daemon\'s version, counts and search path.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'policy' -d 'Show the administrator\'s policy: what is in force, and which file says so.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'generators' -d 'List the generators, what they have made and what they have left out.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'monitor' -d 'Print the generation now, and each one that follows.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'reload' -d 'Have the daemon read its configuration and bundles again.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'integrations' -d 'Show which programs offer the share sheet.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl sheet" -ge 1' -F
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" text' -l 'text' -d 'Selected text; beside files or links, what is said about them.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" subject' -l 'subject' -d 'What the text is called, or a link that is shared alone; the subject of a mail.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" type' -l 'type' -d 'Treat everything as this MIME type.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet"' -l 'alternative' -d 'Another form of the one thing that is selected, such as the link of a picture; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" locale' -l 'locale' -d 'The language of titles, such as de or pt_BR.UTF-8; yours by default.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet"' -l 'exclude' -d 'Ask for a sheet without this activity; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" own' -l 'own' -d 'Also list what the asking application registered itself.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" compact' -l 'compact' -d 'For a phone\'s sheet, or for a window.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" regular' -l 'regular' -d 'For a phone\'s sheet, or for a window.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" hidden' -l 'hidden' -d 'Add what is hidden because programs are missing.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl sheet" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl targets" -ge 1' -F
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" text' -l 'text' -d 'Selected text; beside files or links, what is said about them.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" subject' -l 'subject' -d 'What the text is called, or a link that is shared alone; the subject of a mail.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" type' -l 'type' -d 'Treat everything as this MIME type.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets"' -l 'alternative' -d 'Another form of the one thing that is selected, such as the link of a picture; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" locale' -l 'locale' -d 'The language of titles, such as de or pt_BR.UTF-8; yours by default.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets"' -l 'exclude' -d 'Ask for a sheet without this activity; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" known' -l 'known' -d 'Show what is known already, and look for nothing.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl targets" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl inspect" -ge 1' -F
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect" text' -l 'text' -d 'Selected text; beside files or links, what is said about them.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect" subject' -l 'subject' -d 'What the text is called, or a link that is shared alone; the subject of a mail.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect" type' -l 'type' -d 'Treat everything as this MIME type.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect"' -l 'alternative' -d 'Another form of the one thing that is selected, such as the link of a picture; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect" locale' -l 'locale' -d 'The language of titles, such as de or pt_BR.UTF-8; yours by default.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl inspect" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl options" -ge 1' -F
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options" text' -l 'text' -d 'Selected text; beside files or links, what is said about them.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options" subject' -l 'subject' -d 'What the text is called, or a link that is shared alone; the subject of a mail.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options" type' -l 'type' -d 'Treat everything as this MIME type.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options"' -l 'alternative' -d 'Another form of the one thing that is selected, such as the link of a picture; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options" locale' -l 'locale' -d 'The language of titles, such as de or pt_BR.UTF-8; yours by default.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl options" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl explain" -ge 1' -F
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" text' -l 'text' -d 'Selected text; beside files or links, what is said about them.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" subject' -l 'subject' -d 'What the text is called, or a link that is shared alone; the subject of a mail.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" type' -l 'type' -d 'Treat everything as this MIME type.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain"' -l 'alternative' -d 'Another form of the one thing that is selected, such as the link of a picture; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" as' -l 'as' -d 'Ask as this application would.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" only' -l 'only' -d 'Explain this activity only.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain"' -l 'exclude' -d 'Ask for a sheet without this activity; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" own' -l 'own' -d 'Ask as if the request also listed the application\'s own.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl explain" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl list" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl list" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl list" locale' -l 'locale' -d 'The language of titles, such as de or pt_BR.UTF-8; yours by default.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl list" all' -l 'all' -d 'List every bundle: ignored, unavailable, shadowed, masked and rejected ones too.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl list" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl list" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl show" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl show" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl show" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl show" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl icon" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl icon" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl icon" o output' -l 'output' -s 'o' -d 'The file to write; - for standard output.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl icon" size' -l 'size' -d 'Pixels, 8 to 512.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl icon" tint' -l 'tint' -d 'The colour; black by default.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl icon" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl icon" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl perform" -ge 1' -F
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" text' -l 'text' -d 'Selected text; beside files or links, what is said about them.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" subject' -l 'subject' -d 'What the text is called, or a link that is shared alone; the subject of a mail.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" type' -l 'type' -d 'Treat everything as this MIME type.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform"' -l 'alternative' -d 'Another form of the one thing that is selected, such as the link of a picture; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform"' -l 'option' -d 'Change what leaves, as "activityctl options" lists it; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" allow-remaining' -l 'allow-remaining' -d 'Share also items in which something that --option removes remains, or may remain.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform"' -l 'answer' -d 'The answer to a question of the activity\'s form; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" json' -l 'json' -d 'Print the daemon\'s replies, one a line.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" locale' -l 'locale' -d 'The language of titles, such as de or pt_BR.UTF-8; yours by default.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl perform" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl running" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl running" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl running" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl running" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl running" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl follow" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl follow" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl follow" json' -l 'json' -d 'Print the daemon\'s replies, one a line.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl follow" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl follow" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl cancel" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl cancel" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl cancel" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl cancel" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl forget" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl forget" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl forget" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl forget" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl forget" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl elect" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl elect" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl elect" -eq 1' -fka 'use ignore default'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl elect" lock' -l 'lock' -d 'Keep people from overriding it (system scope).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl elect" check' -l 'check' -d 'Change nothing; exit with 3 if something would change.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl elect" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl elect" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl arrange" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl arrange" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl arrange" clear' -l 'clear' -d 'Clear the arrangement: order all by title.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl arrange" check' -l 'check' -d 'Change nothing; exit with 3 if something would change.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl arrange" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl arrange" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl star" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl star" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl star" locale' -l 'locale' -d 'The language of titles, such as de or pt_BR.UTF-8; yours by default.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl star" none' -l 'none' -d 'Take all your stars away. The administrator\'s, if there are any, count again.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl star" check' -l 'check' -d 'Change nothing; exit with 3 if something would change.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl star" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl star" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl new" template' -l 'template' -d 'What to begin with.' -rfka 'files upload convert form link text targets transform'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl new" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl new" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl import" -ge 1' -F
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl import" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl check" -ge 1' -fa '(__activityctl_complete_directories)'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check"' -l 'with' -d 'Also say whether they would be listed for it; may be repeated.' -rF
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check" text' -l 'text' -d 'Also say whether they would be listed for this text.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check" bundles' -l 'bundles' -d 'The folder of the system\'s bundles, whose titles are reserved; a bundle in it is judged as the system\'s.' -rfa '(__activityctl_complete_directories)'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check" report' -l 'report' -d 'Write a page that shows what is wrong with icons and titles, as HTML.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'html\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check" strict' -l 'strict' -d 'Exit with 1 on warnings, too.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check" json' -l 'json' -d 'Print an array with one object a bundle.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl try" -eq 1' -fa '(__activityctl_complete_directories)'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl try" -ge 2' -F
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try" text' -l 'text' -d 'Selected text; beside files or links, what is said about them.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try" subject' -l 'subject' -d 'What the text is called, or a link that is shared alone; the subject of a mail.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try" type' -l 'type' -d 'Treat everything as this MIME type.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try"' -l 'alternative' -d 'Another form of the one thing that is selected, such as the link of a picture; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try"' -l 'answer' -d 'The answer to a question of the activity\'s form; may be repeated.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try" json' -l 'json' -d 'Print the daemon\'s replies, one a line.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try" locale' -l 'locale' -d 'The language of titles, such as de or pt_BR.UTF-8; yours by default.' -rfka ''
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl try" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl register" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl register" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl register" link' -l 'link' -d 'Link to the bundle instead of copying it; for yourself only.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_positional "activityctl register" -eq 1' -fa '(__activityctl_complete_directories)'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl register" check' -l 'check' -d 'Change nothing; exit with 3 if something would change.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl register" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl register" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl unregister" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl unregister" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl unregister" check' -l 'check' -d 'Change nothing; exit with 3 if something would change.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl unregister" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl unregister" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl rules" json' -l 'json' -d 'Print them as JSON.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl rules" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl rules" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl status" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl status" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl status" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl status" metrics' -l 'metrics' -d 'Print numbers in the text format of Prometheus.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl status" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl policy" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl policy" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl policy" json' -l 'json' -d 'Print the daemon\'s reply, with the line of each entry where it is known.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl policy" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl policy" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl generators" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl generators" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl generators" json' -l 'json' -d 'Print the daemon\'s reply.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl generators" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl generators" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl monitor" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl monitor" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl monitor" json' -l 'json' -d 'Print the daemon\'s replies, one a line.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl monitor" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl monitor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl reload" system' -l 'system' -d 'Speak to the system\'s daemon (the default for root).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl reload" user' -l 'user' -d 'Speak to your own daemon (the default for everybody else).'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl reload" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl reload" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl integrations" json' -l 'json' -d 'Print them as JSON.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl integrations" version' -l 'version' -d 'Show the version.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl integrations" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'activityctl' -n '__activityctl_should_offer_completions_for_flags_or_options "activityctl help" version' -l 'version' -d 'Show the version.'
