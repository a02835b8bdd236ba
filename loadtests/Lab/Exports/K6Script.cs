using System.Text.Encodings.Web;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>A script for k6 with the same load and the same requests.</summary>
internal static class K6Script
{
    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static string Write(ExportedLoad load, ExportedRequest request) => $$"""
        // {{load.Name}}: written by the lab's export command; run it with k6 run, or with k6-operator.
        import http from 'k6/http';
        import exec from 'k6/execution';
        import { check, randomSeed, sleep } from 'k6';
        import { Counter, Trend } from 'k6/metrics';

        // These metrics exclude the warm-up and include every request that was sent. A failure counts as a latency of one
        // day, which exceeds any limit. k6 measures time from sending, not from the scheduled moment, and reports
        // percentiles even if it dropped iterations: check dropped_iterations too. LOG_LATENCY logs each latency.
        const failedMs = {{K6Thresholds.FailedMs}};
        const latency = new Trend('{{K6Thresholds.Latency}}', true);
        const successes = new Counter('{{K6Thresholds.Successes}}');
        const errors = new Counter('{{K6Thresholds.Errors}}');

        // A redirect, like any other answer that is not 2xx, is a failure. http_req_failed counts it too.
        http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }));

        export const options = {{Json(OptionsOf(load))}};

        {{Constants(load, request)}}

        export default function () {
          if (!seeded) {
            randomSeed({{load.Seed}} + exec.vu.idInTest);
            seeded = true;
          }

          const started = Date.now();
          const travel = roundTrip();
          sleep(travel / 2);
          const answer = ask();
          sleep(travel / 2);
          const succeeded = check(answer, { 'status is 2xx': (each) => each.status >= 200 && each.status <= 299 });
          const measured = exec.scenario.name === '{{K6Scenarios.Measured}}';
          if (measured) {
            const ms = succeeded ? answer.timings.duration + travel * 1000 : failedMs;
            latency.add(ms);
            if (__ENV.LOG_LATENCY) {
              console.log(`{{K6Thresholds.Latency}},${Math.round(Date.now() / 1000)},${ms}`);
            }

            (succeeded ? successes : errors).add(1);
          }

          pause((Date.now() - started) / 1000);
        }

        """;

    private static object OptionsOf(ExportedLoad load) => new Dictionary<string, object>
    {
        ["discardResponseBodies"] = true,
        ["maxRedirects"] = 0,
        ["scenarios"] = K6Scenarios.FromLoad(load),
        ["summaryTrendStats"] = new[] { "avg", "min", "med", "p(95)", "p(99)", "p(99.9)", "max" },
        ["thresholds"] = K6Thresholds
            .Group(load.Thresholds, load.Duration)
            .ToDictionary(metric => metric.Key, metric => metric.ToList()),
    };

    private static string Constants(ExportedLoad load, ExportedRequest request) => string.Join("\n\n", (IEnumerable<string>)
    [
        "let seeded = false;",
        request is FixedRequest same ? Ask(same, load.Name) : Ask((InvoiceRequest)request),
        RoundTrip(request as InvoiceRequest),
        Pause(load as ExportedUsers),
    ]);

    private static string Ask(FixedRequest request, string load) => $$"""
        const body = {{Body(request.Body, load)}};

        function ask() {
          return http.request(
            {{Json(request.Method)}},
            __ENV.BASE_URL ? __ENV.BASE_URL + {{Json(request.Uri.PathAndQuery)}} : {{Json(request.Uri.AbsoluteUri)}},
            body,
            { headers: {{Json(Headers(request))}} });
        }
        """;

    /// <summary>k6 opens files next to the script, before the load starts. "b" reads the bytes unchanged.</summary>
    private static string Body(K6Body body, string load) =>
        body.NeedsFile ? $"open({Json($"./{K6Body.FileName(load)}")}, 'b')" : Json(body.Text);

    private static string Ask(InvoiceRequest request) => $$"""
        const base = __ENV.BASE_URL || 'http://127.0.0.1:5000';
        const owners = {{JsonSerializer.Serialize(request.Owners)}};
        const months = {{JsonSerializer.Serialize(request.Months)}};

        function any(values) {
          return values[Math.floor(Math.random() * values.length)];
        }

        function ask() {
          return http.get(`${base}/api/invoices/${any(owners)}?${any(months)}`, { tags: { name: 'invoice' } });
        }
        """;

    /// <summary>The round trip of a distant user in seconds, lognormal, by the Box-Muller transform.</summary>
    private static string RoundTrip(InvoiceRequest? request) => request is { RoundTripMs: > 0 } far
        ? $$"""
        function roundTrip() {
          const variance = Math.log(1 + {{Json(far.RoundTripVariation)}} ** 2);
          const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
          return {{Json(far.RoundTripMs / 1_000)}} * Math.exp(Math.sqrt(variance) * normal - variance / 2);
        }
        """
        : "function roundTrip() {\n  return 0;\n}";

    private static string Pause(ExportedUsers? load) => load is null
        ? "function pause() {}"
        : $$"""
        function pause(taken) {
          const think = {{Json(load.Profile.ThinkTime.Mean.TotalSeconds)}} * {{Draw(load.Profile.ThinkTime)}};
          sleep(Math.max(think, {{Json(load.Profile.Pacing.TotalSeconds)}} - taken));
        }
        """;

    /// <summary>An expression with a mean of 1.</summary>
    private static string Draw(ThinkTime think) => think.IsExponential ? "-Math.log(1 - Math.random())" : "1";

    /// <summary>k6 accepts one value for a name.</summary>
    private static Dictionary<string, string> Headers(FixedRequest request) =>
        request.Headers.GroupBy(header => header.Key).ToDictionary(header => header.Key, header => header.Last().Value);

    private static string Json(object? value) => JsonSerializer.Serialize(value, Options);
}
