// The example for Kubernetes, as far as it can be tested without a cluster: syntax, references between parts,
// settings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { SETTINGS } from '../server/process/settings.ts';

const ROOT = join(import.meta.dirname, '..');
const app = z.object({ app: z.literal('quayside') }).strict();
const named = z
  .object({
    name: z.string(),
    labels: app.optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  })
  .strict();
const probe = z
  .object({
    httpGet: z.object({ path: z.enum(['/health', '/ready']), port: z.literal('http') }).strict(),
    periodSeconds: z.int(),
    timeoutSeconds: z.int().optional(),
    failureThreshold: z.int(),
  })
  .strict();

const documents = parseAllDocuments(readFileSync(join(ROOT, 'docs/kubernetes/quayside.yaml'), 'utf8'));
function documentOf<Shape extends z.ZodType>(kind: string, shape: Shape): z.output<Shape> {
  const all = documents.map((one): unknown => one.toJS());
  return shape.parse(all.find((one) => z.looseObject({ kind: z.literal(kind) }).safeParse(one).success));
}

const deployment = documentOf(
  'Deployment',
  z.object({
    apiVersion: z.literal('apps/v1'),
    metadata: named,
    spec: z.object({
      replicas: z.int().min(2),
      selector: z.object({ matchLabels: app }),
      strategy: z.object({ rollingUpdate: z.object({ maxSurge: z.int(), maxUnavailable: z.literal(0) }) }),
      template: z.object({
        metadata: z.object({ labels: app }),
        spec: z.looseObject({
          terminationGracePeriodSeconds: z.int(),
          containers: z.tuple([
            z.looseObject({
              image: z.string().endsWith(`:${packageJson.version}`),
              ports: z.tuple([z.object({ name: z.literal('http'), containerPort: z.int() })]),
              envFrom: z.tuple([z.object({ secretRef: z.object({ name: z.literal('quayside') }) })]),
              env: z.array(
                z.object({
                  name: z.string(),
                  value: z.string().optional(),
                  valueFrom: z.object({ fieldRef: z.object({ fieldPath: z.string() }) }).optional(),
                }),
              ),
              startupProbe: probe,
              readinessProbe: probe,
              livenessProbe: probe,
              lifecycle: z.object({
                preStop: z.object({ exec: z.object({ command: z.tuple([z.literal('sleep'), z.string()]) }) }),
              }),
              volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
            }),
          ]),
          volumes: z.array(z.looseObject({ name: z.string() })),
        }),
      }),
    }),
  }),
);
const pod = deployment.spec.template.spec;
const [server] = pod.containers;
const setTo = (name: string) => server.env.find((one) => one.name === name)?.value;

test('it parses without a warning, and has one of each part', () => {
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  const kinds = documents.map((one) => z.looseObject({ kind: z.string() }).parse(one.toJS()).kind);
  expect(kinds.toSorted()).toEqual([
    'Deployment',
    'Ingress',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Secret',
    'Service',
  ]);
});

test('every setting in it exists and is valid, and those of a member are set', () => {
  const { stringData } = documentOf(
    'Secret',
    z
      .object({
        apiVersion: z.literal('v1'),
        kind: z.string(),
        metadata: named,
        stringData: z.record(z.string(), z.string()),
      })
      .strict(),
  );
  const own = server.env.filter(({ name }) => name !== 'POD_IP');
  const set = { ...stringData, ...Object.fromEntries(own.map(({ name, value = '' }) => [name, value])) };
  expect(Object.keys(set)).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'PEER_ADDRESS', 'TRUST_PROXY']),
  );
  for (const [name, value] of Object.entries(set)) {
    const setting = Object.entries(SETTINGS).find(([known]) => known === name)?.[1];
    const text = value.replace('$(POD_IP)', '10.0.0.7');
    expect({ name, valid: setting?.schema.safeParse(text).success }).toEqual({ name, valid: true });
  }
  // The variable must be defined before it is used.
  expect(server.env[0]).toEqual({ name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } });
});

test('ports, names and labels fit each other', () => {
  const [{ containerPort }] = server.ports;
  expect(setTo('PORT')).toBe(`${containerPort}`);
  expect(setTo('PEER_ADDRESS')).toBe(`$(POD_IP):${containerPort}`);
  const service = documentOf(
    'Service',
    z.looseObject({
      spec: z
        .object({
          selector: app,
          ports: z.tuple([z.looseObject({ name: z.literal('http'), targetPort: z.literal('http') })]),
        })
        .strict(),
    }),
  );
  expect(service.spec.selector).toEqual(deployment.spec.template.metadata.labels);
  const budget = documentOf(
    'PodDisruptionBudget',
    z.looseObject({
      apiVersion: z.literal('policy/v1'),
      spec: z.object({ maxUnavailable: z.int(), selector: z.object({ matchLabels: app }) }).strict(),
    }),
  );
  expect(budget.spec.maxUnavailable).toBeLessThan(deployment.spec.replicas);
  expect(server.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
  const mounted = server.volumeMounts.map(({ mountPath }) => mountPath);
  expect(mounted).toEqual(expect.arrayContaining([setTo('DATA_DIR'), setTo('EDITIONS_DIR')]));
});

test('the service removes a pod before the hand-over begins, which is not cut short', () => {
  expect(server.readinessProbe.httpGet.path).toBe('/ready');
  // A restart would fix neither a full database nor a hand-over.
  expect([server.startupProbe.httpGet.path, server.livenessProbe.httpGet.path]).toEqual([
    '/health',
    '/health',
  ]);
  const [, pause] = server.lifecycle.preStop.exec.command;
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
    Number(pause) + Number(setTo('SHUTDOWN_SECONDS')),
  );
});
