import 'virtual:theme.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#ui/fonts.css'
import { start } from './start.tsx'

// In a task of its own: on a slow phone that of reading all modules is long enough.
setTimeout(start)
