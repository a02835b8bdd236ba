using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Load;
using NBomber.CSharp;
using NBomber.Contracts.Stats;
using Spectre.Console;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>One run of NBomber from its start to its statistics.</summary>
internal static class NBomberSession
{
    private const string Suite = "DroneDelivery";

    private static readonly TimeSpan ReportingInterval = TimeSpan.FromSeconds(5);

    /// <param name="name">Of the folder in the run's own, for NBomber's log and reports.</param>
    /// <exception cref="LabException">NBomber refuses to run; the message says why.</exception>
    public static async Task<NodeStats> RunAsync(
        NBomberScenario scenario, string name, LoadAssignment assignment, bool withReports)
    {
        var context = NBomberRunner.RegisterScenarios(scenario.Build(assignment.Scenario))
            .WithTestSuite(Suite)
            .WithTestName(assignment.Scenario)
            .WithReportFolder(FreshFolder(assignment.Folder, name))
            .WithReportingInterval(ReportingInterval);
        context = withReports ? context.WithReportFormats(ReportFormat.Html, ReportFormat.Csv) : context.WithoutReports();
        using var quiet = new QuietConsole();
        try
        {
            return await Task.Run(() => context.Run(), CancellationToken.None);
        }
        catch (Exception exception) when (exception is not LabException)
        {
            // NBomber throws bare exceptions for whatever it does not accept, a missing licence among it.
            throw new LabException($"NBomber did not run {assignment.Scenario}: {exception.Message}", exception);
        }
    }

    /// <summary>NBomber deletes what it finds in its report folder.</summary>
    private static string FreshFolder(string parent, string name)
    {
        var folder = Path.Combine(parent, name);
        return Path.Exists(folder) ? throw new LabException($"{folder} exists, and NBomber would delete it.") : folder;
    }
}

/// <summary>
/// While it lives, what NBomber prints goes nowhere: its tables would break up the lab's display, which holds on to the console
/// that it started with. NBomber's log file and reports keep everything.
/// </summary>
internal sealed class QuietConsole : IDisposable
{
    private readonly IAnsiConsole _before = AnsiConsole.Console;

    public QuietConsole() => AnsiConsole.Console = AnsiConsole.Create(new AnsiConsoleSettings
    {
        Ansi = AnsiSupport.No,
        Interactive = InteractionSupport.No,
        Out = new AnsiConsoleOutput(TextWriter.Null),
    });

    public void Dispose() => AnsiConsole.Console = _before;
}
