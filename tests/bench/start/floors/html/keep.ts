// Registers the service worker for the second visit; the page does not wait for it.
void navigator.serviceWorker.register('/sw.js')
