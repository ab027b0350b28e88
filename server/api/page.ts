// The OpenAPI document as a web page: plain HTML, no scripts, no external resources.
import type { Language } from '../../shared/kernel/game.ts';
import type { JsonSchema } from '../../shared/protocol/schema-parts.ts';
import { pageOf } from '../http/page.ts';
import { escaped } from '../process/escaped.ts';
import type { Say } from '../process/language.ts';

interface Media {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}
interface DescribedAnswer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly object[];
  readonly parameters: readonly {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  readonly requestBody?: DescribedAnswer;
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}
interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export function apiPage(document: JsonSchema, say: Say, language: Language): string {
  const { info, tags, paths, components } = document as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<h2>${escaped(name)}</h2>\n<p>${text(description)}</p>\n${own
      .map(({ path, method, operation }) => operationHtml(path, method, operation, say))
      .join('\n')}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escaped(name)}"><summary>${escaped(name)}</summary>${code(schema)}</details>`,
  );
  return pageOf(
    language,
    `${info.title} API`,
    `<h1>${escaped(info.title)} API ${escaped(info.version)}</h1>
${info.description
  .split('\n\n')
  .map((part) => `<p>${text(part)}</p>`)
  .join('\n')}
<p><a href="openapi.json">${escaped(say('api.document'))}</a> · <a href="asyncapi.json">${escaped(say('api.messages'))}</a> · <a href="games">${escaped(say('api.games'))}</a></p>
<nav><ul>
${operations
  .map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}"><code>${method.toUpperCase()} ${escaped(path)}</code></a> ${escaped(operation.summary)}</li>`,
  )
  .join('\n')}
</ul></nav>
${sections.join('\n')}
<h2>${escaped(say('api.schemas'))}</h2>
${schemas.join('\n')}`,
  );
}

function operationHtml(path: string, method: string, operation: Operation, say: Say): string {
  const parts = [
    `<h3><code>${method.toUpperCase()} ${escaped(path)}</code></h3>`,
    `<p><strong>${escaped(operation.summary)}.</strong> ${text(operation.description ?? '')}</p>`,
    operation.security.length > 0 ? `<p>${escaped(say('api.token'))}</p>` : '',
    operation.parameters.length === 0
      ? ''
      : `<h4>${escaped(say('api.parameters'))}</h4>\n<ul>${operation.parameters
          .map(
            (item) =>
              `<li><code>${escaped(item.name)}</code> (${item.in}) ${text(item.description ?? '')}</li>`,
          )
          .join('')}</ul>`,
    operation.requestBody === undefined
      ? ''
      : `<h4>${escaped(say('api.body'))}</h4>\n${contentHtml(operation.requestBody, say)}`,
    `<h4>${escaped(say('api.answers'))}</h4>\n<dl>${Object.entries(operation.responses)
      .map(
        ([status, answer]) =>
          `<dt>${status}</dt><dd>${text(answer.description)}${contentHtml(answer, say)}</dd>`,
      )
      .join('\n')}</dl>`,
  ];
  return `<section id="${operation.operationId}">\n${parts.filter((part) => part !== '').join('\n')}\n</section>`;
}

function contentHtml({ content = {} }: Partial<DescribedAnswer>, say: Say): string {
  return Object.entries(content)
    .filter(([type]) => type !== 'application/problem+json')
    .map(([type, { schema, example }]) => {
      const shown = example === undefined ? '' : `<p>${escaped(say('api.example'))}</p>${code(example)}`;
      const described =
        schema === undefined ? '' : `<details><summary>${escaped(type)}</summary>${code(schema)}</details>`;
      return `${described}${shown}`;
    })
    .join('');
}

/** `code` in backticks, as the descriptions have it. */
function text(plain: string): string {
  return escaped(plain).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function code(value: unknown): string {
  const json = escaped(JSON.stringify(value, null, 2));
  // References link to the schema on this page.
  return `<pre>${json.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">$1</a>')}</pre>`;
}
