namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>The study of <c>compare --aa</c>: how often chance alone is reported as a difference.</summary>
internal static class FalseAlarmsStudy
{
    /// <param name="runs">Runs of the same variant, in any order.</param>
    /// <exception cref="LabException">There are too few runs.</exception>
    public static Study Build(IReadOnlyList<RunRecord> runs)
    {
        if (runs.Count < FalseAlarms.MinRuns)
        {
            throw new LabException($"A false-alarm rate needs at least {FalseAlarms.MinRuns} runs; there are {runs.Count}.");
        }

        var alarms = FalseAlarms.FromRuns([.. runs.OrderBy(run => run.Manifest.StartedAt)]);
        var rows = alarms.Alarms
            .Select(alarm => (alarm.Key.Title, Variation: (double?)alarms.Variation[alarm.Key], Count: alarm.Value))
            .Append(("any of these", null, alarms.AnyAlarm));
        return new Study(
            StudyEnvelope.FromRuns(runs, "false alarms of compare") with { Lab = ComparisonStudy.Name },
            $"{alarms.Comparisons} comparisons, each of {alarms.Pairs} consecutive pairs of neighbouring runs among "
                + $"{alarms.Runs} runs.",
            [
                new StudySection(
                    "alarms",
                    "False alarms",
                    new StudyTableBuilder<(string Title, double? Variation, int Count)>("alarms", "False alarms")
                        .Words("title", "", row => row.Title)
                        .Number("variation", "variation", row => row.Variation, Share)
                        .Number("falseAlarms", "false alarms", row => (double)row.Count / alarms.Comparisons, Share)
                        .Build(rows)),
                new StudySection("reading", "How to read it", new StudyNotes(
                    "The runs are assumed to be of the same variant. Of each two neighbouring runs one is labelled A and the "
                    + "other B at random, so every reported difference is a false alarm. All comparisons use the same runs: "
                    + "the rates apply to these runs only.")),
            ])
        {
            Warnings = RunWarnings.ForRuns(runs),
        };
    }

    private static string Share(double share) => $"{100 * share:0.0} %";
}
