using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>Warnings about the figures of a run.</summary>
public static class RunWarnings
{
    private const string Repeat = "Repeat the run on a quiet machine.";

    /// <summary>Warnings that apply to all figures of a build and a machine.</summary>
    public static IEnumerable<string> OfSetting(bool debugBuild, MachineInfo machine) =>
        machine.DuringRun is { } load && RunConditions.Disturbances(load) is { } disturbance
            ? BeforeRun(debugBuild, machine).Append($"The machine was disturbed. {disturbance} {Repeat}")
            : BeforeRun(debugBuild, machine);

    private static IEnumerable<string> BeforeRun(bool debugBuild, MachineInfo machine)
    {
        if (debugBuild)
        {
            yield return "Debug build: these figures are not to be quoted. Repeat the run with -c Release.";
        }

        if (machine.Health is { MaySpoil: true, Text: var found })
        {
            yield return found;
        }
    }

    public static IEnumerable<string> ForRun(RunRecord run)
    {
        var title = run.Manifest.Title;
        foreach (var warning in BeforeRun(run.Manifest.DebugBuild, run.Manifest.Machine))
        {
            yield return warning;
        }

        if (run.Manifest.Interrupted)
        {
            yield return $"{title} was interrupted: its figures cover the first {Short(run.Load.DurationSeconds)} s of the load. "
                + "Calls and RU per operation may lack those of the last second.";
        }

        if (run.SchemaVersion == RunRecord.SuccessesOnlyVersion && run.Load.ClientErrors + run.Load.CutOff > 0)
        {
            yield return $"{title} was recorded by an older version: its latency leaves out the requests that failed. "
                + "Repeat the run to compare it with newer ones.";
        }

        foreach (var group in (run.Load.Latency.NotStated ?? new Dictionary<string, string>()).GroupBy(figure => figure.Value))
        {
            var percentiles = string.Join(", ", group.Select(figure => figure.Key));
            yield return $"{title}: {percentiles} latency is not stated, since {group.Key}.";
        }

        if (run.Load.Generator.LatenessP99Ms is null)
        {
            yield return $"Measured with {run.Manifest.Engine}: a latency counts from the request's real start. "
                + "The lateness of that start is not known and is in no figure.";
        }

        var conditions = RunConditions.FromRecord(run);
        if (conditions.Disturbance is { } disturbance)
        {
            yield return $"{title}: the machine was disturbed. {disturbance} {Repeat}";
        }

        if (conditions.GeneratorLimit is { } limit)
        {
            yield return $"{title}: the load generator was short of CPU. {limit} "
                + "The figures may show the generator rather than the system.";
        }
    }
}
