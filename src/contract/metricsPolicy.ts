/** Whether the app measures itself on users' devices: never, where the user allows it, or always. The operator decides. */
export const METRICS_POLICIES = ['off', 'consent', 'on'] as const
export type MetricsPolicy = (typeof METRICS_POLICIES)[number]
