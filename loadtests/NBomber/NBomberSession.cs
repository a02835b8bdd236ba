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

    /// <param name="name">The subfolder of the run folder for NBomber's log and reports.</param>
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
            // NBomber throws plain exceptions for everything that it does not accept, also for a missing licence.
            throw new LabException($"NBomber did not run {assignment.Scenario}: {exception.Message}", exception);
        }
    }

    /// <summary>NBomber deletes the content of its report folder.</summary>
    private static string FreshFolder(string parent, string name)
    {
        var folder = Path.Combine(parent, name);
        return Path.Exists(folder) ? throw new LabException($"{folder} exists, and NBomber would delete it.") : folder;
    }
}

/// <summary>
/// Discards NBomber's console output until it is disposed, because its tables would break up the lab's display. The display keeps
/// the console with which it started. NBomber's log file and reports still have everything.
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
