import { faIR } from '@mui/material/locale'
import { createTheme, type Overlays, type Shadows } from '@mui/material/styles'
import type {} from '@mui/material/themeCssVarsAugmentation'
import { MOBILE_BREAKPOINT } from '#contract/limits.ts'
import { controlsText } from '#text/controls.ts'

/** The app's only easing curve (docs/design.md#motion). */
const EASE = 'cubic-bezier(0.2, 0, 0, 1)'
const white = (opacity: number) => `rgb(255 255 255 / ${opacity})`
/** Elevation is shown by lightness: no shadows, and solid surface colours instead of overlays. */
const none = <Steps>() => Array.from({ length: 25 }, () => 'none') as Steps
/** stylis-plugin-rtl would flip `direction` too; the comment prevents it. */
const RTL = 'rtl /* @noflip */' as 'rtl'
const LTR = 'ltr /* @noflip */' as 'ltr'

/**
 * The theme: MUI components read it directly, plain elements through the CSS variables that the build generates. Dark
 * only (docs/specification.md, section 1).
 */
export const theme = createTheme(
  {
    cssVariables: { colorSchemeSelector: 'data-mui-color-scheme' },
    defaultColorScheme: 'dark',
    colorSchemes: {
      light: false,
      dark: {
        palette: {
          primary: { main: '#9aa0a6', light: '#c4c9ce', dark: '#6b7277', contrastText: '#0b0e0f' },
          secondary: { main: '#2bb5a0', light: '#6fd9c8', dark: '#1d7f70', contrastText: '#03100d' },
          error: { main: '#ff5a5f', light: '#ff8a8e', dark: '#c63a40', contrastText: '#160304' },
          warning: { main: '#f2b35b', light: '#f7cf95', dark: '#b07a2a', contrastText: '#140c02' },
          success: { main: '#4cc38a', light: '#86dcb1', dark: '#2c8a5e', contrastText: '#03100a' },
          background: { default: '#0b0e0f', paper: '#12181a' },
          // Slightly above 44 %, so that the faintest text meets AA on every surface.
          text: { primary: white(0.92), secondary: white(0.64), disabled: white(0.46) },
          divider: white(0.08),
          action: { hover: white(0.06), selected: white(0.1), focus: white(0.1) },
        },
        overlays: none<Overlays>(),
      },
    },
    direction: 'rtl',
    breakpoints: { values: { xs: 0, sm: MOBILE_BREAKPOINT, md: 960, lg: 1280, xl: 1440 } },
    shape: { borderRadius: 10 },
    shadows: none<Shadows>(),
    transitions: {
      duration: {
        shortest: 120,
        shorter: 120,
        short: 200,
        standard: 240,
        complex: 280,
        enteringScreen: 240,
        leavingScreen: 200,
      },
      easing: { easeInOut: EASE, easeOut: EASE, easeIn: EASE, sharp: EASE },
    },
    typography: {
      fontFamily: 'var(--font)',
      fontWeightLight: 400,
      h1: { fontSize: 'var(--type-34)', fontWeight: 700, lineHeight: 1.35, letterSpacing: 0 },
      h2: { fontSize: 'var(--type-26)', fontWeight: 700, lineHeight: 1.35, letterSpacing: 0 },
      h3: { fontSize: 'var(--type-20)', fontWeight: 700, lineHeight: 1.35, letterSpacing: 0 },
      h4: { fontSize: 'var(--type-16)', fontWeight: 700, lineHeight: 1.35, letterSpacing: 0 },
      h5: { fontSize: 'var(--type-16)', fontWeight: 500, lineHeight: 1.35, letterSpacing: 0 },
      h6: { fontSize: 'var(--type-14)', fontWeight: 500, lineHeight: 1.35, letterSpacing: 0 },
      body1: { fontSize: 'var(--type-16)', lineHeight: 1.8, letterSpacing: 0 },
      body2: { fontSize: 'var(--type-14)', lineHeight: 1.8, letterSpacing: 0 },
      subtitle1: { fontSize: 'var(--type-16)', lineHeight: 1.6, letterSpacing: 0 },
      subtitle2: { fontSize: 'var(--type-14)', lineHeight: 1.6, letterSpacing: 0 },
      caption: { fontSize: 'var(--type-12)', lineHeight: 1.6, letterSpacing: 0 },
      overline: { fontSize: 'var(--type-12)', lineHeight: 1.6, letterSpacing: 0, textTransform: 'none' },
      button: { fontSize: 'var(--type-14)', fontWeight: 500, lineHeight: 1.6, letterSpacing: 0, textTransform: 'none' },
    },
    components: {
      MuiTypography: { styleOverrides: { root: { direction: RTL } } },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { disableElevation: true, color: 'secondary' },
        styleOverrides: { root: { direction: RTL, minHeight: 44, paddingInline: 20, borderRadius: 'var(--radius-m)' } },
      },
      MuiTextField: { defaultProps: { color: 'secondary' }, styleOverrides: { root: { direction: RTL } } },
      MuiInputBase: { styleOverrides: { root: { minHeight: 48 } } },
      MuiAutocomplete: { styleOverrides: { input: { direction: LTR } } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiTab: { styleOverrides: { root: { minHeight: 48, minWidth: 72 } } },
    },
  },
  faIR,
  {
    components: {
      MuiRating: { defaultProps: { getLabelText: controlsText.stars } },
      MuiPagination: {
        defaultProps: {
          getItemAriaLabel: (type: string, page: number | null, isCurrent: boolean) => {
            if (type === 'first') return controlsText.firstPage
            if (type === 'last') return controlsText.lastPage
            if (type === 'next') return controlsText.nextPage
            if (type === 'previous') return controlsText.previousPage
            return controlsText.page(page ?? 1, isCurrent)
          },
        },
      },
    },
  },
)

/** Variables that nothing needs: shadows and overlays, which are `none`, and colours of MUI components that the app lacks. */
const UNUSED = /^--mui-(shadows-|overlays-|palette-[A-Z])/

/**
 * The theme's CSS variables. The build turns them into a style sheet (`vite.config.ts`), so that none are generated at
 * runtime.
 */
export function themeStyleSheet(): string {
  const rules = theme.generateStyleSheets().flatMap((sheet) => Object.entries(sheet))
  return rules.map(([selector, values]) => `${selector}{${declarations(values)}}`).join('\n')
}

function declarations(values: object): string {
  return Object.entries(values)
    .filter(([name]) => !UNUSED.test(name))
    .map(([name, value]) => `${name.startsWith('--') ? name : kebab(name)}:${value}`)
    .join(';')
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
