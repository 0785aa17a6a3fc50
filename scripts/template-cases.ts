// Prints the jinja2 cases of the template corpus as JSON, for scripts/template-oracle.py.
import { CORPUS } from '../src/engine/template/text/corpus.cases.ts'

console.log(JSON.stringify(CORPUS.filter(({ format }) => format === 'jinja2')))
