# SPDX-License-Identifier: Apache-2.0
"""What is inside of files, and copies of them without it."""
