using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>
/// The figures for other programs: an array with one object for each scenario. Its names are a contract. Latencies are those of
/// every request that was sent, null where none was or where they are not stated; <c>latencyAtLeast</c> names the lower bounds,
/// and <c>successes</c> has those of successes alone. Both are there only where anything failed.
/// </summary>
public static class TuningJson
{
    private static readonly JsonWriterOptions Indented = new() { Indented = true };

    /// <summary>Writes UTF-8 and leaves <paramref name="output"/> open.</summary>
    public static void Write(Stream output, IEnumerable<ScenarioFigures> scenarios)
    {
        using var json = new Utf8JsonWriter(output, Indented);
        json.WriteStartArray();
        foreach (var scenario in scenarios)
        {
            Write(json, scenario);
        }

        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, ScenarioFigures figures)
    {
        json.WriteStartObject();
        json.WriteString("scenario", figures.Scenario);
        json.WriteNumber("requestsPerSecond", figures.RequestsPerSecond);
        WriteLatency(json, "meanMs", figures.MeanMs);
        WriteLatency(json, "p50Ms", figures.P50Ms);
        WriteLatency(json, "p95Ms", figures.P95Ms);
        WriteLatency(json, "p99Ms", figures.P99Ms);
        json.WriteNumber("successful", figures.Successful);
        json.WriteNumber("clientErrors", figures.ClientErrors);
        json.WriteNumber("throttledCalls", figures.ThrottledCalls);
        json.WriteNumber("dataCallsPerOperation", figures.DataCallsPerOperation);
        json.WriteNumber("planCallsPerOperation", figures.PlanCallsPerOperation);
        json.WriteNumber("ruPerOperation", figures.RequestUnitsPerOperation);
        json.WriteNumber("peakRuPerPartitionPerSecond", figures.PeakRequestUnitsPerPartitionPerSecond);
        json.WriteNumber("durationSeconds", figures.DurationSeconds);
        WriteFailures(json, figures);
        json.WriteEndObject();
    }

    private static void WriteFailures(Utf8JsonWriter json, ScenarioFigures figures)
    {
        if (figures.Latency?.AtLeast is { } bounds)
        {
            json.WriteStartArray("latencyAtLeast");
            foreach (var name in bounds)
            {
                json.WriteStringValue(name);
            }

            json.WriteEndArray();
        }

        if (figures.Latency?.NotStated is { } reasons)
        {
            json.WriteStartObject("latencyNotStated");
            foreach (var (name, reason) in reasons)
            {
                json.WriteString(name, reason);
            }

            json.WriteEndObject();
        }

        if (figures.Successes is { } successes)
        {
            json.WriteStartObject("successes");
            WriteLatency(json, "meanMs", successes.MeanMs);
            WriteLatency(json, "p50Ms", successes.P50Ms);
            WriteLatency(json, "p95Ms", successes.P95Ms);
            WriteLatency(json, "p99Ms", successes.P99Ms);
            json.WriteEndObject();
        }
    }

    private static void WriteLatency(Utf8JsonWriter json, string name, double? ms)
    {
        if (ms is { } known)
        {
            json.WriteNumber(name, known);
        }
        else
        {
            json.WriteNull(name);
        }
    }
}
