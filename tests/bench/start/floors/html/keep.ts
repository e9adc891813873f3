// Kept by a worker, like the others, for the second visit; nothing on the page waits for it.
void navigator.serviceWorker.register('/sw.js')
