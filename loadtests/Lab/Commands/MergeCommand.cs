using DroneDelivery.LoadTests.Lab.Merging;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>merge</c>: merges the histograms of several runners.</summary>
internal static class MergeCommand
{
    public static Command Create()
    {
        var files = new Argument<string[]>("FILES")
        {
            Description = "Run folders, histograms that http wrote (--hdr), or logs of other programs with three significant "
                + "digits, in microseconds; requests that k6 or JMeter wrote (.csv, .log, .jtl) with the load of export.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var output = new OutputOptions(FormatOption.Json);
        var hdr = FileOption.Create("--hdr", "Also writes the merged histogram to this file.");
        return new ToolCommand("merge", $"Merges histograms of several runners exactly. {ExitCode.Help()}")
        {
            files, output.Format, output.JsonFile, hdr,
        }.Run(FilesIn, async (paths, arguments, token) =>
        {
            var merged = await MergedHistograms.ReadAsync(paths, token);
            output.Write(arguments, merged.Plain, merged.Json);
            merged.Write(arguments.GetValue(hdr));
            return ExitCode.Done;
        });

        string[] FilesIn(CommandResult result)
        {
            if (result.GetValue(files) is not { Length: > 0 } given)
            {
                throw new FormatException("merge needs histogram files, for example: merge a.hdr b.hdr --hdr all.hdr");
            }

            if (result.GetValue(hdr)?.FullName is { } merged
                && given.Select(InputFile.RealPath).Contains(InputFile.RealPath(merged)))
            {
                throw new FormatException($"--hdr names one of the files to merge, {merged}: give it a file of its own.");
            }

            InputFile.RefuseSame(given);
            return given;
        }
    }
}
