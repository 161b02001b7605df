# SPDX-License-Identifier: Apache-2.0
"""Bluetooth devices, from BlueZ on the system bus, and the desktop's own dialogue."""
import os, shutil
from collections import namedtuple

from activity import fail
from activity.words import said
from bus import PATIENT, SYSTEM, Bus, text_of
from gio import GioError

# The service of a device that accepts files (Object Push, Bluetooth's assigned numbers).
OBJECT_PUSH = "00001105-0000-1000-8000-00805f9b34fb"
# Icons of devices that usually accept files, for a device whose services are unknown.
LIKELY = {"phone", "computer"}
# Target kinds by icon, which BlueZ derives from the device's class.
KINDS = {"phone": "phone", "computer": "computer", "video-display": "television", "audio-card": "speaker"}
DIALOGUES = ("bluetooth-sendto", "blueman-sendto")


# `adapter` is the address of the local adapter that the device is paired with.
Device = namedtuple("Device", "address name kind is_connected adapter")


def paired_devices(seconds=PATIENT):
    """Returns the paired devices that accept files, connected ones first. The program fails if no adapter is switched on."""
    try:
        objects = Bus(SYSTEM).objects("org.bluez", "/", seconds=seconds)
    except GioError as error:
        fail(said("no_adapter") if error.is_nobody else said("silent", "Bluetooth"), str(error))
    adapters = having(objects, "org.bluez.Adapter1")
    if not any(adapter.get("Powered") is True for adapter in adapters.values()):
        fail(said("no_adapter"))
    found = [
        Device(
            properties["Address"], text_of(properties.get("Alias")) or properties["Address"],
            KINDS.get(text_of(properties.get("Icon")), ""), properties.get("Connected") is True,
            text_of(adapters.get(text_of(properties.get("Adapter")), {}).get("Address")))
        for properties in having(objects, "org.bluez.Device1").values() if takes_files(properties)]
    return sorted(found, key=lambda device: (not device.is_connected, device.name.casefold()))


def having(objects, interface):
    """Properties of the objects that have the interface, by object path."""
    return {path: interfaces[interface] for path, interfaces in objects.items() if interface in interfaces}


def takes_files(properties):
    if properties.get("Paired") is not True or not text_of(properties.get("Address")):
        return False
    services = properties.get("UUIDs")
    if isinstance(services, list) and services:
        return OBJECT_PUSH in services
    return text_of(properties.get("Icon")) in LIKELY


def dialogue():
    """The desktop's program that sends files and finds unpaired devices; None if none is installed."""
    return next(filter(shutil.which, DIALOGUES), None)


def become_dialogue(*words):
    program = dialogue() or DIALOGUES[0]
    os.execvp(program, [program, *words])
