using System.CommandLine;
using System.CommandLine.Parsing;
using DroneDelivery.LoadTests.Engine.Thresholds;
using DroneDelivery.LoadTests.Lab.Http.Journeys;
using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>What each answer has to be, what ends a run early, and where its results go.</summary>
internal sealed class ResultOptions
{
    private readonly Option<string[]> _checks = TextOption.Repeated(
        "--check",
        "CHECK",
        "What each answer must be, beyond 2xx: \"status==201\", \"bytes>=100\", \"body contains TEXT\", "
        + "\"header NAME contains TEXT\".");

    private readonly Option<bool> _abort = new("--abort")
    {
        Description = "Stops as soon as a threshold cannot be met any more.",
    };

    private readonly Option<string?> _abortAfter = TextOption.Create(
        "--abort-after", "TIME", "As --abort; and from this time on stops as soon as a threshold is missed at the moment.");

    private readonly Option<FileInfo?> _json = File("--json", "Writes every figure to this file.");
    private readonly Option<FileInfo?> _csv = File("--csv", "Writes a line for each second to this file.");
    private readonly Option<FileInfo?> _junit = File("--junit", "Writes a JUnit report, with a test for each threshold.");
    private readonly Option<FileInfo?> _hdr = File(
        "--hdr", "Writes the latencies as an HDR histogram log, for lab merge and others.");

    private readonly Option<bool> _quiet = new("--quiet", "-q")
    {
        Description = "No progress, and of the summary the thresholds only.",
    };

    private static Option<FileInfo?> File(string name, string description) =>
        new(name) { Description = description, HelpName = "FILE" };

    public void AddTo(Command command)
    {
        foreach (var option in new Option[] { _checks, _abort, _abortAfter, _json, _csv, _junit, _hdr, _quiet })
        {
            command.Options.Add(option);
        }
    }

    /// <exception cref="FormatException">One of them is none; one line says what is allowed.</exception>
    public HttpPlan Apply(CommandResult result, HttpPlan plan)
    {
        var after = result.Read(_abortAfter, Quantity.Time);
        var aborts = result.GetValue(_abort) || after is not null;
        if (aborts && plan.Thresholds.Count == 0)
        {
            throw new FormatException("--abort and --abort-after need a --threshold to stop for.");
        }

        if (plan.Work is JourneyWork && result.Has(_checks))
        {
            throw new FormatException("--check goes with a URL: the steps of a journey have \"checks\" of their own.");
        }

        RefuseSameFile(result, _json, _csv, _junit, _hdr);
        return plan with
        {
            Checks = [.. (result.GetValue(_checks) ?? []).Select(AnswerCheckText.Parse)],
            Abort = aborts ? new AbortRule(plan.Thresholds, plan.Shape.Outlook, after) : null,
            Files = new ResultFiles(
                result.GetValue(_json), result.GetValue(_csv), result.GetValue(_junit), result.GetValue(_hdr)),
            Quiet = result.GetValue(_quiet),
        };
    }

    private static void RefuseSameFile(CommandResult result, params IEnumerable<Option<FileInfo?>> options)
    {
        var files = options.Where(result.Has).GroupBy(option => result.GetValue(option)!.FullName);
        if (files.FirstOrDefault(file => file.Count() > 1) is { } shared)
        {
            throw new FormatException(
                $"{string.Join(" and ", shared.Select(option => option.Name))} name the same file: each needs one of its own.");
        }
    }
}
