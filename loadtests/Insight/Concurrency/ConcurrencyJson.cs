using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.Concurrency;

/// <summary>The figures for other programs: an array with one object for each cell. Its names are a contract.</summary>
public static class ConcurrencyJson
{
    private static readonly JsonWriterOptions Indented = new() { Indented = true };

    /// <summary>Writes UTF-8 and leaves <paramref name="output"/> open.</summary>
    public static void Write(Stream output, IEnumerable<CellFigures> cells)
    {
        using var json = new Utf8JsonWriter(output, Indented);
        json.WriteStartArray();
        foreach (var cell in cells)
        {
            json.WriteStartObject();
            Write(json, cell);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, CellFigures cell)
    {
        json.WriteString("cell", cell.Cell.Name);
        json.WriteString("mode", cell.Cell.ModeName);
        json.WriteString("work", cell.Cell.WorkName);
        json.WriteNumber("latencyMs", cell.Cell.LatencyMs);
        json.WriteNumber("highestPerSecond", cell.HighestPerSecond);
        json.WriteNumber("successful", cell.Successful);
        json.WriteNumber("failed", cell.Failed);
        json.WriteNumber("cutOff", cell.CutOff);
        json.WriteNumber("meanMs", cell.MeanMs);
        json.WriteNumber("p99Ms", cell.P99Ms);
        json.WriteNumber("durationSeconds", cell.Record.Load.DurationSeconds);
        json.WriteNumber("threads", cell.Threads);
        json.WriteNumber("generatorCores", cell.GeneratorCores);
        WriteIfKnown(json, "boundPerSecond", cell.Cell.BoundPerSecond);
        WriteIfKnown(json, "packageCores", cell.PackageCores);
        WriteIfKnown(json, "emulatorCores", cell.EmulatorCores);
        if (cell.Pool is { } pool)
        {
            json.WriteNumber("toldSeconds", pool.ToldSeconds);
            json.WriteNumber("poolQueue", pool.Queue);
            json.WriteNumber("workItemsPerSecond", pool.WorkItemsPerSecond);
            json.WriteNumber("gcPauseShare", pool.PauseShare);
        }
    }

    private static void WriteIfKnown(Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } known)
        {
            json.WriteNumber(name, known);
        }
    }
}
