import { everyEndpointSuites } from './every-endpoint/suites.ts'

everyEndpointSuites(1)
