namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>The runs of a comparison: each counts once, and those of one side are repeats.</summary>
internal static class GivenRuns
{
    /// <returns>The runs of each side.</returns>
    /// <exception cref="LabException">
    /// A run cannot be read, two folders hold the same run, or a run of a side has other settings than the first.
    /// </exception>
    public static async Task<IReadOnlyList<IReadOnlyList<RunRecord>>> ReadAsync(
        IReadOnlyList<(string Name, IReadOnlyList<RunFolder> Folders)> sides, CancellationToken cancellationToken)
    {
        var read = new List<(string Side, string Path, RunRecord Run)>();
        foreach (var (name, folders) in sides)
        {
            var runs = await RunFolders.ReadAsync(
                () => Task.WhenAll(folders.Select(folder => folder.ReadRecordAsync(cancellationToken))));
            read.AddRange(folders.Zip(runs, (folder, run) => (name, folder.Path, run)));
        }

        // Two runs never start at the same moment, so links to a folder and copies of it are recognized too.
        if (read.GroupBy(each => each.Run.Manifest.StartedAt).FirstOrDefault(runs => runs.Count() > 1) is { } same)
        {
            throw new LabException(
                $"{string.Join(" and ", same.Select(each => each.Path))} are the same run. "
                + "Name each run once, and for B other runs than for A.");
        }

        var bySide = read.ToLookup(each => each.Side);
        foreach (var side in bySide)
        {
            RefuseUnlike(side.Key, [.. side.Select(each => (each.Path, SettingsOf(each.Run.Manifest)))]);
        }

        return [.. sides.Select(side => bySide[side.Name].Select(each => each.Run).ToList())];
    }

    private static void RefuseUnlike(string side, IReadOnlyList<(string Path, IReadOnlyList<string> Settings)> runs)
    {
        var (path, settings) = runs[0];
        if (runs.FirstOrDefault(run => !run.Settings.SequenceEqual(settings)) is { Path: not null } unlike)
        {
            throw new LabException(
                $"The runs of {side} are not repeats: {path} has {Differing(settings, unlike.Settings)}; "
                + $"{unlike.Path} has {Differing(unlike.Settings, settings)}. "
                + "The runs of a side need the same test, flags, load, profile and engine: name only such runs with --a or --b.");
        }
    }

    /// <summary>Without the seed, which differs from repeat to repeat.</summary>
    private static IReadOnlyList<string> SettingsOf(RunManifest run) =>
    [
        $"{run.Lab} {run.Scenario} ({run.Title})",
        .. run.Configuration.Select(flag => $"{flag.Key} {flag.Value}").Order(StringComparer.Ordinal),
        run.Load, $"profile {run.Profile}", $"engine {run.Engine}",
    ];

    private static string Differing(IReadOnlyList<string> settings, IReadOnlyList<string> others) =>
        string.Join(", ", settings.Except(others).DefaultIfEmpty("none of these"));
}
