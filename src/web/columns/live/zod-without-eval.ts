import { config } from 'zod'

/** The content security policy of the app forbids the functions that zod would compile. */
config({ jitless: true })
