import 'virtual:theme.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/fonts.css'
import { start } from './start.tsx'

// In a task of its own: on a slow phone that of reading all modules is long enough.
setTimeout(start)
