import { existsSync } from 'node:fs'
import { installPackage } from '#tests/harness/installPackage.ts'

/** Files of WebKitGTK, of what a browser window of it needs and of its video decoders, with the Debian package of each. */
const NEEDED: Record<string, string> = {
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/lib/x86_64-linux-gnu/girepository-1.0/WebKit2-4.1.typelib': 'gir1.2-webkit2-4.1',
  '/usr/lib/python3/dist-packages/gi/__init__.py': 'python3-gi',
  '/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstlibav.so': 'gstreamer1.0-libav',
  '/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstvideoparsersbad.so': 'gstreamer1.0-plugins-bad',
}

/** Installs WebKitGTK and its WebDriver where they are missing and this process runs as root on Debian. */
export function requireWebkit() {
  for (const [file, name] of Object.entries(NEEDED)) if (!existsSync(file)) installPackage(name)
}
