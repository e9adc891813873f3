import { createRoot } from 'react-dom/client'

/** React with an empty screen. */
const root = document.getElementById('root')
if (root) createRoot(root).render(<h1>سلام دنیا</h1>)
void navigator.serviceWorker.register('/sw.js')
