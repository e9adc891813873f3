import { useEffect, useEffectEvent } from 'react'
import { RATES } from '#data/areas/playerSettings.ts'

export interface ShortcutActions {
  toggle: () => void
  skip: (seconds: number) => void
  louder: (part: number) => void
  mute: () => void
  fullscreen: () => void
  pip: () => void
  subtitles: () => void
  delay: (steps: number) => void
  rate: (rate: number) => void
  skipChapter: () => void
  next: () => void
  tenth: (tenth: number) => void
  help: () => void
}

/** Focused elements in which a key types text, moves a slider or presses a button. */
const TEXT_FIELDS = 'input, textarea, select, [contenteditable], dialog'
const SLIDERS = '[role="slider"]'
const PRESSABLE = 'button, a, summary'

/** Handles the keyboard shortcuts by `code`, not `key`: on a Persian keyboard F types ب. */
export function useKeyboardShortcuts(rate: number, acts: ShortcutActions) {
  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    const { code, shiftKey } = event
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
    if (digit !== undefined && !shiftKey) return handled(acts.tenth(Number(digit)))
    if (code === 'Slash' && shiftKey) return handled(acts.help())
    if (code === 'Comma' && shiftKey) return handled(acts.rate(nextRate(rate, -1)))
    if (code === 'Period' && shiftKey) return handled(acts.rate(nextRate(rate, 1)))
    if (shiftKey) return false
    const act = {
      Space: () => acts.toggle(),
      KeyK: () => acts.toggle(),
      ArrowLeft: () => acts.skip(-10),
      ArrowRight: () => acts.skip(10),
      KeyJ: () => acts.skip(-30),
      KeyL: () => acts.skip(30),
      ArrowUp: () => acts.louder(0.1),
      ArrowDown: () => acts.louder(-0.1),
      KeyM: () => acts.mute(),
      KeyF: () => acts.fullscreen(),
      KeyP: () => acts.pip(),
      KeyC: () => acts.subtitles(),
      KeyG: () => acts.delay(-1),
      KeyH: () => acts.delay(1),
      KeyS: () => acts.skipChapter(),
      KeyN: () => acts.next(),
    }[code]
    if (!act) return false
    return handled(act())
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
      const { target, code } = event
      if (target instanceof Element) {
        if (target.closest(TEXT_FIELDS)) return
        if (target.closest(SLIDERS) && code.startsWith('Arrow')) return
        if (target.closest(PRESSABLE) && code === 'Space') return
        // Among the links below the player, arrow keys scroll the page. The heading has the focus after a navigation.
        if (!target.closest('[data-player]') && target.closest(PRESSABLE) && code.startsWith('Arrow')) return
      }
      if (press(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Marks a key press as handled, whatever the action returns. */
function handled(_: unknown): true {
  return true
}

function nextRate(rate: number, step: 1 | -1): number {
  const at = RATES.findIndex((one) => one >= rate)
  return RATES[Math.min(RATES.length - 1, Math.max(0, at + step))] ?? rate
}
