namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>use-cpu</c>: uses a share of every core until its input ends. It is part of a planted fault.</summary>
internal static class UseCpuCommand
{
    // Short compared with a request, so that every request has to compete for the CPU.
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(20);

    public static Command Create(TimeProvider time)
    {
        var share = new Argument<double>("SHARE") { Description = "Of each core, from 0 to 1." };
        var command = new ToolCommand(CompetingProcess.Command, "Uses a share of every core until its input ends.") { share };
        command.Hidden = true;
        command.SetAction(async (arguments, token) =>
        {
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(token);
            var busy = Math.Clamp(arguments.GetRequiredValue(share), 0, 1) * Slice;
            var threads = Enumerable.Range(0, Environment.ProcessorCount)
                .Select(_ => new Thread(() => Use(busy, time, stop.Token)) { IsBackground = true })
                .ToList();
            threads.ForEach(thread => thread.Start());
            await ((Task)Console.In.ReadToEndAsync(token)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await stop.CancelAsync();
            return 0;
        });
        return command;
    }

    private static void Use(TimeSpan busy, TimeProvider time, CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var start = time.GetTimestamp();
            while (time.GetElapsedTime(start) < busy)
            {
                Thread.SpinWait(1_000);
            }

            cancellationToken.WaitHandle.WaitOne(Slice - busy);
        }
    }
}
