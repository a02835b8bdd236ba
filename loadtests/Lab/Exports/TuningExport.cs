namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>The load of the tuning study, for other tools.</summary>
internal static class TuningExport
{
    private const int Draws = 10_000;

    public static ExportedUsers Load(TimeSpan? duration, IReadOnlyList<Threshold> thresholds) => new(
        TuningLab.Name, TuningLoad.Staircase(SimulationProfile.Load(SimulationProfile.Default), duration ?? TuningLoad.Full),
        thresholds);

    public static InvoiceRequest Request()
    {
        var (world, profile) = (new World(), SimulationProfile.Load(SimulationProfile.Default));
        return new InvoiceRequest(
            [.. world.OwnerIds],
            [.. Enumerable.Range(0, world.Months).Select(world.FirstMonth.Plus)
                .Select(month => $"year={month.Year}&month={month.Month}")],
            profile.ClientRoundTrip.MeanMs,
            profile.ClientRoundTrip.CoefficientOfVariation);
    }

    /// <summary>A CSV file of random pairs of an owner and the query of a month.</summary>
    public static string Drawn(InvoiceRequest request, ulong seed)
    {
        var random = SeededRandom.ForStream(seed);
        var lines = Enumerable.Range(0, Draws).Select(_ =>
            $"{request.Owners[random.Next(request.Owners.Count)]},{request.Months[random.Next(request.Months.Count)]}\n");
        return string.Concat(lines.Prepend("owner,query\n"));
    }
}
