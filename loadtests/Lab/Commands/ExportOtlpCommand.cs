using DroneDelivery.LoadTests.Lab.Exports;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>export otlp</c>: sends the traces of runs to a program that shows traces.</summary>
internal sealed class ExportOtlpCommand
{
    private static readonly TimeSpan ProgressInterval = TimeSpan.FromSeconds(5);

    private readonly Argument<string> _run = new("RUN")
    {
        Description = "A run folder, or the folder of a suite: all of its runs.",
    };

    private readonly Option<string> _to = new("--to")
    {
        Description = $"The address of the receiver. {OtlpSender.TracesPath} is added to an address without a path.",
        DefaultValueFactory = _ => "http://127.0.0.1:4318",
        HelpName = "URL",
    };

    private readonly Option<string[]> _headers = TextOption.Repeated(
        "--header", "\"Name: value\"", "A header, for example with a key; it is never printed.", "-H");

    private readonly Option<int?> _limit = new("--limit")
    {
        Description = "At most this number of traces, the earliest.",
        HelpName = "N",
        Validators = { NumberOption.Range(1, int.MaxValue) },
    };

    private readonly Option<bool> _now = FlagOption.Create(
        "--now", "Shifts all times so that the last span ends now: dashboards show the last hour.");

    private readonly Option<bool> _allowRemote = FlagOption.Create(
        "--allow-remote", "Allows receivers on other machines. Traces contain addresses and texts of queries.");

    public static Command Create(TimeProvider time)
    {
        var options = new ExportOtlpCommand();
        return new ToolCommand(
            "otlp", "Sends the traces of runs by OTLP (http/protobuf), for example to Jaeger or the Aspire dashboard. "
            + ExitCode.Help())
        {
            options._run, options._to, options._headers, options._limit, options._now, options._allowRemote,
        }.Run(options.Read, (target, arguments, token) => options.SendAsync(target, arguments, time, token));
    }

    private Target Read(CommandResult result)
    {
        return new Target(
            OtlpSender.AddressOfTraces(RequestOptions.Target(result.GetValue(_to)!, result.GetValue(_allowRemote))),
            [.. (result.GetValue(_headers) ?? []).Select(RequestOptions.Header)]);
    }

    private async Task<int> SendAsync(
        Target target, ParseResult arguments, TimeProvider time, CancellationToken cancellationToken)
    {
        var spans = await ReadAsync(arguments, cancellationToken);
        var shift = arguments.GetValue(_now)
            ? time.GetUtcNow() - DateTimeOffset.UnixEpoch.AddTicks(
                spans.Max(span => span.StartNanoseconds + span.DurationNanoseconds) / TimeSpan.NanosecondsPerTick)
            : TimeSpan.Zero;
        using var client = target.CreateClient();
        var sender = new OtlpSender(client, target.Address, time);
        var console = arguments.InvocationConfiguration;
        var (sent, shown) = (0, time.GetTimestamp());
        try
        {
            foreach (var message in OtlpMessages.Write(spans, shift))
            {
                await sender.SendAsync(message, cancellationToken);
                sent += message.ResourceSpans.Sum(service => service.ScopeSpans[0].Spans.Count);
                if (time.GetElapsedTime(shown) >= ProgressInterval)
                {
                    shown = time.GetTimestamp();
                    await console.Error.WriteLineAsync($"{sent:N0} of {spans.Count:N0} spans");
                }
            }
        }
        finally
        {
            var traces = spans.Take(sent).Select(span => span.TraceId).Distinct().Count();
            await console.Output.WriteLineAsync(
                $"Sent {Counted(sent, "span")} of {Counted(traces, "trace")} to {Secrets.Mask(target.Address.ToString())}."
                + (sent < spans.Count ? $" {Count(spans.Count - sent)} were not sent." : ""));
        }

        return ExitCode.Done;
    }

    private async Task<IReadOnlyList<SpanRecord>> ReadAsync(ParseResult arguments, CancellationToken cancellationToken)
    {
        var path = arguments.GetRequiredValue(_run);
        var runs = RunFolders.All(path);
        var samples = await RunFolders.ReadAsync(
            () => Task.WhenAll(runs.Select(run => run.ReadSamplesAsync(cancellationToken))));
        var ids = new HashSet<string>();
        var traces = samples.Index()
            .SelectMany(run => run.Item.Spans.GroupBy(span => span.TraceId).Select(trace => ids.Add(trace.Key)
                ? trace.ToList()
                // Runs with the same seed have the same ids: this one is sent as its hash.
                : [.. trace.Select(span => span with { TraceId = $"{span.TraceId} of run {run.Index + 1}" })]))
            .OrderBy(trace => trace.Min(span => span.StartNanoseconds))
            .Take(arguments.GetValue(_limit) ?? int.MaxValue)
            .SelectMany(trace => trace)
            .ToList();
        return traces.Count > 0 ? traces : throw new LabException($"{path} holds no traces.");
    }

    private sealed record Target(Uri Address, IReadOnlyList<KeyValuePair<string, string>> Headers)
    {
        public HttpClient CreateClient()
        {
            var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = !Address.IsLoopback });
            foreach (var (name, value) in Headers)
            {
                client.DefaultRequestHeaders.TryAddWithoutValidation(name, value);
            }

            return client;
        }
    }
}
