namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>Lets the generators take turns, so that whatever else the machine does meets all of them.</summary>
internal static class Comparison
{
    private const int Interrupted = 130;

    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(Plan plan, CancellationToken cancellationToken)
    {
        var contenders = Contenders.All.Where(contender => contender.IsInstalled).ToList();
        foreach (var missing in Contenders.All.Except(contenders))
        {
            Console.Error.WriteLine($"{missing.Title} is not installed and does not take part.");
        }

        await using var http1 = await TrivialServer.StartAsync(Protocol.Http1);
        await using var http2 = await TrivialServer.StartAsync(Protocol.Http2);
        var trials = new List<Trial>();
        var turns =
            from round in Enumerable.Range(0, plan.Rounds)
            from place in Enumerable.Range(0, contenders.Count)
            select (Round: round, Contender: contenders[(round + place) % contenders.Count]);
        foreach (var (round, contender) in turns)
        {
            var server = contender.Protocol == Protocol.Http1 ? http1 : http2;
            if (await Trial.RunAsync(round, contender, server.Address, plan.Duration, cancellationToken) is not { } trial)
            {
                break;
            }

            trials.Add(trial);
            Console.Error.WriteLine(ResultTable.Line(trial));
        }

        Console.WriteLine(ResultTable.Write(trials));
        return cancellationToken.IsCancellationRequested ? Interrupted : trials.Sum(trial => trial.Cost.Failed) == 0 ? 0 : 1;
    }
}
