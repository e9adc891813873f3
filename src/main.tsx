import './app/setImmediate.ts'
import 'virtual:theme.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/fonts.css'
import { start } from './start.tsx'

// In a separate task: on a slow phone, evaluating all modules is a long task already.
setTimeout(start)
