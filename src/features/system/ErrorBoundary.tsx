import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './ErrorScreen.tsx'

/** Around everything: whatever breaks outside of a screen ends in the error screen and never in a white page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return (
      <main>
        <ErrorScreen error={failure.error} />
      </main>
    )
  }
}
