import { z } from 'zod'
import { PatternBudgetError } from '../../patterns/pattern-error.ts'
import { readXml } from '../../patterns/xml/read.ts'
import { compileXmlPath } from '../../patterns/xml-path.ts'
import { choice, columnName, flag, pattern } from '../config/fields.ts'
import {
  checkReturnAll,
  configReader,
  fieldFromReturnAll,
  renameField,
  strictReader,
} from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, sourceLabel } from '../failures.ts'
import { readingXml } from '../reading-xml.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { isEmpty } from '../values/coercions.ts'

const schema = z.looseObject({
  source: columnName,
  xml_path: pattern('an XPath', compileXmlPath),
  type: choice(['find', 'findall']).default('find'),
  return_text: flag(true),
})

/** The matches of a path in XML, as text or as XML: the first, or all. */
export const xmlPath = defineColumn<z.output<typeof schema>>({
  type: 'XML_PATH',
  cost: 'none',
  score: () => 'none',
  config: strictReader(
    configReader(schema, renameField('xpath', 'xml_path'), fieldFromReturnAll('type', 'findall', 'find')),
    checkReturnAll,
  ),
  dependsOn: (config) => [fromSource('source', config.source)],
  evaluator(config) {
    const path = compileXmlPath(config.xml_path)
    const first = config.type === 'find'
    const as = config.return_text ? 'text' : 'xml'
    return readingXml((inputs) => {
      const input = inputs.values[0] ?? null
      if (isEmpty(input)) return value(first ? null : [])
      if (typeof input !== 'string') return failed('not_text', `${sourceLabel(inputs, 0)} is not text.`)
      const document = readXml(input)
      if (!document.ok) return failed('not_xml', `${sourceLabel(inputs, 0)} is not XML: ${document.reason}.`)
      try {
        const matches = path.find(document.root, as, first)
        return value(first ? (matches[0] ?? null) : matches)
      } catch (error) {
        if (!(error instanceof PatternBudgetError)) throw error
        return failed('too_large', `The path ${error.message}.`)
      }
    })
  },
})
