using System.ComponentModel;
using System.Diagnostics;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>One run of one generator.</summary>
internal sealed record Trial(int Round, Contender Contender, Cost Cost)
{
    // The time of a process that has ended can no longer be read: what it uses after the last look is lost.
    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(5);

    /// <summary>Null when cancelled.</summary>
    public static async Task<Trial?> RunAsync(
        int round, Contender contender, Uri address, TimeSpan duration, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(contender.Program, contender.Arguments(address, duration))
        {
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        var printing = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var processor = await WatchAsync(process, printing, cancellationToken);
        var printed = await printing;
        return cancellationToken.IsCancellationRequested
            ? null
            : new Trial(round, contender, Read(contender, printed, processor));
    }

    private static Cost Read(Contender contender, string printed, TimeSpan processor)
    {
        try
        {
            return contender.Read(printed, processor);
        }
        catch (FormatException)
        {
            throw new InvalidOperationException($"{contender.Title} printed no figures: '{printed}'");
        }
    }

    private static async Task<TimeSpan> WatchAsync(Process process, Task printing, CancellationToken cancellationToken)
    {
        using var end = cancellationToken.Register(process.Kill);
        var used = TimeSpan.Zero;
        while (!printing.IsCompleted)
        {
            await Task.WhenAny(printing, Task.Delay(LookEvery, CancellationToken.None));
            used = ProcessorTime(process) ?? used;
        }

        return used;
    }

    /// <summary>Null where the process has ended, which it may do at any moment.</summary>
    private static TimeSpan? ProcessorTime(Process process)
    {
        try
        {
            process.Refresh();
            return process.HasExited ? null : process.TotalProcessorTime;
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }
}
