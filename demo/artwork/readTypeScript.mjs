// Given to the drawing worker by --import when it runs from source: Node 20 does not read TypeScript by itself.
import { register } from 'tsx/esm/api'

register()
