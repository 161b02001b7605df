# SPDX-License-Identifier: Apache-2.0
"""Finds metadata in files, and makes copies without it."""
