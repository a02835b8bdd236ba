namespace DroneDelivery.OwnService.Benchmarks;

/// <summary>The result of all runs, as a table for <c>docs/benchmarks/own-service.md</c>.</summary>
internal static class Summary
{
    /// <summary>Returns whether nine runs with a fault in ten are right, and no wrong cause is certain in any run.</summary>
    public static bool Print(IReadOnlyList<FaultRun> runs)
    {
        Console.WriteLine();
        Console.WriteLine("| System | Fault | Right | Wrong cause certain |");
        Console.WriteLine("|---|---|---:|---:|");
        foreach (var group in runs.GroupBy(run => (run.System.Name, run.Fault)))
        {
            Console.WriteLine(
                $"| {group.Key.Name} | {group.Key.Fault} | {group.Count(run => run.IsRight)} of {group.Count()} "
                + $"| {group.Count(run => run.HasWrongCertainty)} |");
        }

        var planted = runs.Where(run => run.Fault != SampleSystem.NoFault).ToList();
        var (right, wrong) = (planted.Count(run => run.IsRight), runs.Count(run => run.HasWrongCertainty));
        Console.WriteLine();
        Console.WriteLine(
            $"{right} of {planted.Count} runs with a fault are right (asked: nine in ten); a wrong cause is certain in {wrong} of "
            + $"{runs.Count} runs (asked: none). {Environment.ProcessorCount} cores, {DateTime.Today:yyyy-MM-dd}.");
        return right * 10 >= planted.Count * 9 && wrong == 0;
    }
}
