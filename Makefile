# SPDX-License-Identifier: Apache-2.0
# activityd: `make help` lists what there is to do.

PREFIX ?= /usr
DESTDIR ?=
SYSCONFDIR ?= /etc
SYSTEMUNITDIR ?= $(PREFIX)/lib/systemd/system
BUILD := .build/release
SWIFT := swift build -c release --static-swift-stdlib
VENV := .build/venv
INTERFACES := Sources/Activities/ActivityInterface
# What is linted and formatted.
SWIFT_SOURCES := Sources Tests Benchmarks Fuzz/Targets Fuzz/Package.swift Package.swift
# What Cleaner/tests depends on: the programs that look into files and change copies of them, and all that they may import.
CLEANING := Cleaner Activities/python Tests/ActivitiesTests/support.py Tests/Harness/waiting.py \
	$(patsubst %,Activities/io.activityd.%.activity,inspect without-location without-metadata smaller as-jpeg as-zip)
# How long each fuzz target runs.
SECONDS ?= 60
# How long a soak lasts.
MINUTES ?= 5

# What the programs are built with.
PACKAGES := libsystemd-dev libmd-dev librsvg2-dev libpng-dev libseccomp-dev libglib2.0-dev libgtk-4-dev pkg-config
# What make run shows: the daemon, its activities, and the sheet in a window or a picture.
PACKAGES += python3 shared-mime-info bubblewrap xdg-utils libimage-exiftool-perl adwaita-icon-theme librsvg2-common sway grim

# What the tests compare against, and what the pictures are made with.
TEST_PACKAGES := locales systemd dbus-user-session python3-venv librsvg2-bin strace fonts-inter fonts-noto-core fonts-wqy-microhei nemo-data
# What the sheet's pages are read and pressed with.
TEST_PACKAGES += libgdk-pixbuf2.0-bin webp-pixbuf-loader openbox xdotool at-spi2-core gir1.2-atspi-2.0 gir1.2-gtk-4.0 xauth \
	x11-utils gsettings-desktop-schemas
# What the system activities' programs are tested with.
TEST_PACKAGES += xvfb xclip wl-clipboard xdg-user-dirs qrencode zbar-tools unzip dbus-daemon libglib2.0-bin xdg-dbus-proxy \
	xdg-desktop-portal python3-gi
# What changes copies of what is shared, and what reads them after that.
TEST_PACKAGES += mat2 python3-mutagen python3-pikepdf libvips-tools exiv2 ffmpeg poppler-utils
# What the entries of file managers are validated with, and the examples run in.
TEST_PACKAGES += desktop-file-utils gjs
# What a contract's translations are made with.
TEST_PACKAGES += gettext
# What the programs of docs/plugins.md read requests with.
TEST_PACKAGES += jq gcc libjansson-dev perl
# What reads settings of root's in a sandbox.
TEST_PACKAGES += openssh-client
# What files are shared on that share their data.
TEST_PACKAGES += btrfs-progs e2fsprogs
# What the Debian package is built and checked with.
DEB_PACKAGES := chrpath dpkg-dev debhelper dh-python fakeroot lintian mandoc

.DEFAULT_GOAL := help
.PHONY: help album run serve test build check deps install icons picture format clean completions deb sysext integration bench fuzz \
	faults soak sanitize interfaces picture-plug-ins test-browsers test-cleaning test-desktops test-machines test-mail test-managers \
	test-plug-ins test-purpose test-real test-trixie test-webext

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## Show sheets of real files from a running daemon: three as text, one in a window or a picture
	@tools/run $(BUILD)

serve: build ## Run the daemon on this checkout's activities, until Ctrl-C
	PYTHONPATH='$(CURDIR)/Activities/python' $(BUILD)/activityd --bundles Activities

build: ## Build the programs into .build/release, and links to the generators into .build/generators
	@tools/deps $(PACKAGES)
	$(SWIFT)
	tools/link-generators ../release .build/generators
	python3 -m compileall -q Activities/python Cleaner/cleaner

test: deps $(VENV)/ok ## Build everything and run all tests; ONLY=TitleFit runs what has that in its name, in LOCALE; ALL=1 test-cleaning too
ifdef ONLY
	VARLINK_PYTHON=$(CURDIR)/$(VENV)/bin/python tools/test-only $(ONLY)
else
	VARLINK_PYTHON=$(CURDIR)/$(VENV)/bin/python tools/with-locale en_US.UTF-8 tools/test-swift
	tools/with-locale he_IL.UTF-8 $(VENV)/bin/python -B tools/unittest Tests/ActivitiesTests
	tools/with-locale de_DE.UTF-8 /usr/bin/python3 -B tools/unittest Tests/Entries
	tools/with-locale en_US.UTF-8 /usr/bin/python3 -B tools/unittest Tests/PlugIns
	/usr/bin/python3 -B tools/unittest --within tools/with-display Tests/SheetPages
	PROGRAMS=.build/debug tools/with-locale en_US.UTF-8 Tests/Faults/faults --sample
	@if [ -n '$(ALL)' ] || tools/changed $(CLEANING); then $(MAKE) test-cleaning; else \
	    echo 'Left out, as nothing of it has changed: make test-cleaning. ALL=1 runs it too, as .ci/run does.'; fi
endif

test-cleaning: deps $(VENV)/ok ## Clean the corpus of pictures, films and documents; make test does where the programs have changed
	tools/with-locale he_IL.UTF-8 $(VENV)/bin/python -B tools/unittest Cleaner/tests

test-browsers: deps ## Have pages share in Firefox and Chromium, which this installs; WPT=FOLDER: web-platform-tests too
	@tools/deps firefox-esr chromium
	swift build
	WPT='$(WPT)' /usr/bin/python3 -B tools/unittest --within tools/with-display Tests/Browsers

test-mail: deps ## Have files attached in real mail programs, which this installs (1 GB, once)
	@tools/deps claws-mail sylpheed balsa evolution kmail akonadi-backend-sqlite thunderbird
	tools/with-display /usr/bin/python3 -B -m unittest discover --verbose --start-directory Tests/MailPrograms

test-webext: deb ## Have pages share in both browsers by the installed package, in new and older profiles (as root)
	@tools/deps firefox-esr chromium bubblewrap
	tools/with-packages .build/deb tools/test-webext

check: ## Lint sources and data, without building the daemon
	swift format lint --strict --recursive $(SWIFT_SOURCES)
	tools/check-data
	tools/check-host

format: ## Format the Swift sources in place
	swift format --in-place --recursive $(SWIFT_SOURCES)

icons: deps build ## Remake the system activities' PNGs and shipped verdicts from their SVGs
	for icon in Activities/*/icon.svg examples/*/icon.svg; do \
	    rsvg-convert -w 70 -h 70 -o "$${icon%.svg}.png" "$$icon"; done
	$(BUILD)/activityctl ship-verdicts Activities

interfaces: ## Rewrite the Swift types of the .varlink files
	swift build --product interface-types
	for name in Sheet Registry; do \
	    .build/debug/interface-types types $(INTERFACES)/io.activityd.$$name.varlink >.build/$$name.swift && \
	    mv .build/$$name.swift $(INTERFACES)/$$name.swift || exit 1; done
	.build/debug/interface-types errors CallError $(INTERFACES)/io.activityd.Sheet.varlink \
	    $(INTERFACES)/io.activityd.Registry.varlink $(INTERFACES)/io.systemd.service.varlink >.build/CallError.swift
	mv .build/CallError.swift $(INTERFACES)/CallError.swift

picture: deps build $(VENV)/ok ## Retake the README's picture
	@tools/deps optipng eog
	$(VENV)/bin/python -B tools/picture-readme $(BUILD) docs/share.png

album: deps ## Picture the sheet's pages on ten desktops, with what a screen reader says of each, into .build/album
	@tools/deps swaybg
	swift build --product sheet-gallery
	tools/with-display /usr/bin/python3 -B Tests/SheetPages/album.py .build/album

bench: deps build ## Measure, and write docs/performance.md's figures; QUICK=1 measures less and only prints; SHEET=1 the sheet alone
	@tools/deps redis-server python3 gcc libc6-dev binutils util-linux zenity xdg-desktop-portal-gtk
	Benchmarks/bench $(if $(SHEET),--sheet) $(if $(QUICK),--quick,--page)

deps: ## Install the Debian packages that the build and the tests need
	@tools/deps $(PACKAGES) $(TEST_PACKAGES)

$(VENV)/ok: Makefile
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet varlink jsonschema jeepney
	touch $@

install: ## Install what is built below DESTDIR and PREFIX
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' SYSCONFDIR='$(SYSCONFDIR)' SYSTEMUNITDIR='$(SYSTEMUNITDIR)' \
	    tools/install $(BUILD)

completions: build ## Rewrite the shells' completions from the command line's declaration
	$(BUILD)/activityctl --generate-completion-script bash | sed "/^#!/d" >share/completions/activityctl.bash
	$(BUILD)/activityctl --generate-completion-script zsh >share/completions/_activityctl
	$(BUILD)/activityctl --generate-completion-script fish >share/completions/activityctl.fish

deb: ## Build the Debian packages into .build/deb
	@tools/deps $(PACKAGES) $(DEB_PACKAGES)
	tools/deb .build/deb

sysext: build ## Build a system extension into .build/sysext, which merges into a machine like this one
	@tools/deps squashfs-tools binutils
	tools/sysext $(BUILD) .build/sysext

integration: ## Test the packages on a booted Debian of its own (as root); SUITE=trixie for Debian 13
	@if [ "$$(id -u)" -eq 0 ]; then tools/deps debootstrap systemd-container && $(MAKE) deb; fi
	tools/integration .build/deb $(SUITE)

test-managers: deps build ## Press "Share…" in six real file managers, on a Debian of its own (as root; 2 GB, once)
	@if [ "$$(id -u)" -eq 0 ]; then tools/deps mmdebstrap bubblewrap; fi
	tools/test-managers $(BUILD) .build/managers python3 -B /source/Tests/FileManagers/managers.py

test-purpose: deps build ## Share by KDE's Purpose, on the same Debian; SUITE=trixie for KDE 6
	@if [ "$$(id -u)" -eq 0 ]; then tools/deps mmdebstrap bubblewrap; fi
	tools/test-managers $(BUILD) .build/purpose python3 -B /source/Tests/FileManagers/purpose.py

test-desktops: deps build ## Open the sheet in sessions of GNOME and KDE, on a Debian 13 of its own (as root; 1.3 GB, once)
	@if [ "$$(id -u)" -eq 0 ]; then tools/deps mmdebstrap bubblewrap; fi
	tools/test-desktops $(BUILD) .build/desktops

test-plug-ins: deps build ## Perform plug-ins of every foreign format with real programs, on such a Debian (as root; 3 GB, once)
	@if [ "$$(id -u)" -eq 0 ]; then tools/deps mmdebstrap bubblewrap; fi
	EXTRA=ark,p7zip-full,unzip,kdeconnect,ffmpeg,xclip \
	    tools/test-managers $(BUILD) .build/plug-ins python3 -B /source/Tests/RealPlugIns/perform.py

picture-plug-ins: ## Picture a photo's sheet on a booted Debian, before and after others' plug-ins come (as root; 300 MB, once)
	@if [ "$$(id -u)" -eq 0 ]; then tools/deps debootstrap systemd-container && $(MAKE) deb; fi
	tools/picture-plug-ins .build/deb .build/plug-in-pictures

test-trixie: deps build ## Test the sheet and docs/plugins.md on Debian 13, made in ~/.cache (as root; downloads 300 MB, once)
	@if [ "$$(id -u)" -eq 0 ]; then tools/deps debootstrap systemd-container; fi
	tools/test-trixie $(BUILD)

test-machines: ## On booted Debian 12 and 13: Ansible, docs/administration.md, plug-ins, an upgrade under load (as root)
	@if [ "$$(id -u)" -eq 0 ]; then tools/deps debootstrap systemd-container ansible-core openssh-client && $(MAKE) deb; fi
	/usr/bin/python3 -B tools/unittest Tests/Machines

test-real: ## Run all tests with real programs, and write docs/reliability.md's table of them (as root; over an hour)
	tools/test-real

fuzz: deps ## Run each fuzz target for SECONDS (60)
	@tools/fuzz $(SECONDS)

soak: deps build ## Hold a mixed load for MINUTES (5), each answer checked; figures, and .build/soak/soak.svg
	@Tests/Soak/soak --minutes $(MINUTES) --out .build/soak

faults: deps build ## Kill the daemon and refuse it the disk at each system call, and set hostile clients on it
	Tests/Faults/faults

sanitize: deps $(VENV)/ok ## Run the tests with ThreadSanitizer and AddressSanitizer (half an hour)
	VARLINK_PYTHON=$(CURDIR)/$(VENV)/bin/python tools/sanitize

clean: ## Remove what was built
	rm -rf .build
