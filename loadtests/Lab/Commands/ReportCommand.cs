using System.CommandLine;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>report</c>: the table and the report again, from run folders.</summary>
internal static class ReportCommand
{
    public static Command Create()
    {
        var folders = new Argument<string[]>("runs")
        {
            Description = "Run folders, in the order of the columns.",
            Arity = ArgumentArity.OneOrMore,
        };
        var output = new Option<string>("--output")
        {
            Description = "The HTML file to write.",
            DefaultValueFactory = _ => "report.html",
        };
        var command = new Command("report", "Makes the table and the report again, from run folders.") { folders, output };
        command.SetAction((arguments, token) =>
            RunAsync(arguments.GetRequiredValue(folders), arguments.GetRequiredValue(output), token));
        return command;
    }

    private static async Task RunAsync(string[] paths, string output, CancellationToken cancellationToken)
    {
        try
        {
            var folders = paths.Select(path => new RunFolder(path)).ToList();
            var records = await Task.WhenAll(folders.Select(folder => folder.ReadRecordAsync(cancellationToken)));
            await TuningReport.WriteAsync(folders, output, cancellationToken);
            Console.WriteLine(TableText.Plain(TuningTable.Of(records)));
            Console.WriteLine($"Report: {Path.GetFullPath(output)}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new LabException($"The report could not be made: {exception.Message}", exception);
        }
    }
}
