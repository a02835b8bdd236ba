using System.Net;
using System.Net.Http.Headers;
using Google.Protobuf;
using Opentelemetry.Proto.Collector.Trace.V1;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>
/// Sends traces by OTLP/HTTP (https://opentelemetry.io/docs/specs/otlp/#otlphttp). A receiver that answers 429, 502, 503 or 504
/// gets the message again: after the time that it asks for, otherwise with exponential backoff and jitter.
/// </summary>
internal sealed class OtlpSender(HttpClient client, Uri address, TimeProvider time)
{
    /// <summary>The path for traces, which is added to an address without a path.</summary>
    public const string TracesPath = "/v1/traces";

    // The defaults of OpenTelemetry's exporters.
    private const int MaxAttempts = 5;
    private const double BackoffFactor = 1.5;
    private static readonly TimeSpan FirstBackoff = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MaxBackoff = TimeSpan.FromSeconds(5);

    private readonly Random _jitter = new((int)time.GetTimestamp());

    /// <summary>The address of a receiver's traces.</summary>
    public static Uri AddressOfTraces(Uri receiver) =>
        receiver.AbsolutePath == "/" ? new Uri(receiver, TracesPath + receiver.Query) : receiver;

    /// <exception cref="LabException">The receiver is not reachable, or refuses the message.</exception>
    public async Task SendAsync(ExportTraceServiceRequest message, CancellationToken cancellationToken)
    {
        var body = message.ToByteArray();
        for (var attempt = 1; ; attempt++)
        {
            using var response = await PostAsync(body, cancellationToken);
            if (response.IsSuccessStatusCode)
            {
                return;
            }

            if (!IsRetryable(response.StatusCode) || attempt == MaxAttempts)
            {
                throw new LabException(Refusal(response.StatusCode));
            }

            await Task.Delay(Backoff(attempt, response.Headers.RetryAfter, _jitter.NextDouble()), time, cancellationToken);
        }
    }

    /// <param name="draw">The random share of the backoff, from 0 to 1.</param>
    public TimeSpan Backoff(int attempt, RetryConditionHeaderValue? retryAfter, double draw)
    {
        var asked = retryAfter?.Delta ?? retryAfter?.Date - time.GetUtcNow();
        var longest = FirstBackoff * Math.Pow(BackoffFactor, attempt - 1);
        return asked is { } wait ? TimeSpan.FromTicks(Math.Max(0, wait.Ticks)) : TimeSpan.FromTicks(
            Math.Min(MaxBackoff.Ticks, longest.Ticks)) * draw;
    }

    private async Task<HttpResponseMessage> PostAsync(byte[] body, CancellationToken cancellationToken)
    {
        try
        {
            using var content = new ByteArrayContent(body) { Headers = { ContentType = new(OtlpBody.Protobuf) } };
            return await client.PostAsync(address, content, cancellationToken);
        }
        catch (HttpRequestException exception)
        {
            throw new LabException(
                exception.HttpRequestError switch
                {
                    HttpRequestError.ConnectionError => $"Nothing listens at {address.Authority}: start the receiver first "
                        + "(Jaeger, the Aspire dashboard or a collector), or give its address with --to.",
                    HttpRequestError.NameResolutionError => $"There is no machine called {address.Host}.",
                    _ => $"{address.Authority} does not answer OTLP over HTTP: {exception.Message} "
                        + "Ports for gRPC (4317) do not, the port for HTTP is usually 4318.",
                },
                exception);
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LabException($"{address.Authority} did not answer in {client.Timeout.TotalSeconds:0} s.", exception);
        }
    }

    private static bool IsRetryable(HttpStatusCode status) => status is HttpStatusCode.TooManyRequests
        or HttpStatusCode.BadGateway or HttpStatusCode.ServiceUnavailable or HttpStatusCode.GatewayTimeout;

    private string Refusal(HttpStatusCode status) => $"{address.Authority} refuses traces: HTTP {(int)status}." + status switch
    {
        HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden => " Give its key with --header.",
        HttpStatusCode.NotFound or HttpStatusCode.MethodNotAllowed =>
            $" {address.AbsolutePath} is not its path for traces: give the whole address with --to.",
        _ when IsRetryable(status) => $" It was asked {MaxAttempts} times; try again later.",
        _ => "",
    };
}
