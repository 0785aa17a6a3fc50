import { hostileSuites } from './every-endpoint/hostile.ts'

hostileSuites(0)
