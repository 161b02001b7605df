# SPDX-License-Identifier: Apache-2.0
# activityd: `make help` lists what there is to do.

PREFIX ?= /usr
DESTDIR ?=
BUILD := .build/release
SWIFT := swift build -c release --static-swift-stdlib
VENV := .build/venv
LIBEXEC := $(DESTDIR)$(PREFIX)/libexec/activityd
DATA := $(DESTDIR)$(PREFIX)/share/activityd

# What the programs are built with, what the tests compare against, and what the pictures are made with.
PACKAGES := libsystemd-dev libmd-dev librsvg2-dev libpng-dev libseccomp-dev libglib2.0-dev pkg-config \
	shared-mime-info systemd python3-venv adwaita-icon-theme librsvg2-bin strace

.DEFAULT_GOAL := help
.PHONY: help run serve test build check deps install icons format clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## Show three sheets of real files from a running daemon, and end
	@tools/run $(BUILD)

serve: build ## Run the daemon on this checkout's activities, until Ctrl-C
	$(BUILD)/activityd --bundles Activities

build: deps ## Build the programs into .build/release
	$(SWIFT)

test: deps $(VENV)/ok ## Build everything and run all tests
	VARLINK_PYTHON=$(CURDIR)/$(VENV)/bin/python swift test

check: ## Hold sources and data to their rules, without building the daemon
	swift format lint --strict --recursive Sources Tests Package.swift
	tools/check-data

format: ## Format the Swift sources in place
	swift format --in-place --recursive Sources Tests Package.swift

icons: build ## Make the system activities' PNGs and shipped verdicts anew from their SVGs
	for icon in Activities/*/icon.svg examples/*/icon.svg; do \
	    rsvg-convert -w 70 -h 70 -o "$${icon%.svg}.png" "$$icon"; done
	$(BUILD)/activityctl ship-verdicts Activities

deps: ## Install the Debian packages that are missing
	@tools/deps $(PACKAGES)

$(VENV)/ok:
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet varlink jsonschema
	touch $@

install: ## Install what is built below DESTDIR and PREFIX
	install -d $(DESTDIR)$(PREFIX)/bin $(LIBEXEC) $(DATA)
	install -m 755 $(BUILD)/activityctl $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BUILD)/activityd $(BUILD)/activity-draw $(LIBEXEC)
	cp -R --no-preserve=ownership Activities $(DATA)/activities
	install -m 644 share/activity-manifest.schema.json $(DATA)

clean: ## Remove what was built
	rm -rf .build
