using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>Says which cell was run, where and how.</summary>
internal static class CellManifest
{
    /// <summary>The latency of the database is no named profile: it is part of the cell.</summary>
    private const string NoProfile = "none";

    public static RunManifest Build(ConcurrencySettings settings, ConcurrencyCell cell, LoadMeasurement result) => new(
        ConcurrencyLab.Name,
        cell.Name,
        cell.Title,
        result.StartedAt,
        NoProfile,
        new Dictionary<string, string> { ["Cosmos DB data call"] = cell.LatencyTitle },
        settings.Mode,
        RunManifestBuilder.IsDebugBuild,
        result.Interrupted,
        settings.Command,
        RunManifestBuilder.FindCommit(),
        RunManifestBuilder.Machine(),
        cell.PackageFlags,
        ConcurrencyLoad.Describe(settings.Duration),
        Published: null)
    {
        Engine = settings.Engine.Name,
    };
}
