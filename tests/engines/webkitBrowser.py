#!/usr/bin/python3
"""A WebKitGTK browser for WebDriver."""

import argparse
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--folder", help="where it stores its data; without one it is private")
parser.add_argument("--quota", type=int, help="how much an origin may store, in bytes")
parser.add_argument("--reduced-motion", action="store_true")
options = parser.parse_args()

folder = options.folder
limit = {}
if options.quota:
    disk = os.statvfs(folder)
    # A part of the disk.
    limit = {"origin_storage_ratio": options.quota / (disk.f_blocks * disk.f_frsize)}
if options.reduced_motion:
    # WebKit derives prefers-reduced-motion from this setting of the desktop.
    Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
data = (
    WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=f"{folder}/cache", **limit)
    if folder
    else WebKit2.WebsiteDataManager(is_ephemeral=True)
)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.set_preferred_languages(["fa-IR"])
if folder:
    context.get_cookie_manager().set_persistent_storage(f"{folder}/cookies", WebKit2.CookiePersistentStorage.SQLITE)


def open_tab(_session):
    view = WebKit2.WebView(
        web_context=context,
        is_controlled_by_automation=True,
        website_policies=WebKit2.WebsitePolicies(autoplay=WebKit2.AutoplayPolicy.ALLOW),
    )
    view.get_settings().set_enable_page_cache(True)
    window = Gtk.Window(default_width=360, default_height=800)
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("Parde tests")
    session.set_application_info(info)
    session.connect("create-web-view", open_tab)


context.connect("automation-started", start)
Gtk.main()
