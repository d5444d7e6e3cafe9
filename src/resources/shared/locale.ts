/** The languages that the service speaks. */
import { choice } from '../../define/define.ts'

export const locales = ['de', 'en', 'en-GB', 'en-US', 'es', 'is', 'nl'] as const

export const localeField = () => choice(locales).nullable()
