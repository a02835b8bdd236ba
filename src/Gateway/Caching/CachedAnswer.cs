using System.Globalization;
using System.Security.Cryptography;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace DroneDelivery.Gateway.Caching;

/// <summary>A complete response that can be sent any number of times.</summary>
internal sealed class CachedAnswer(int status, KeyValuePair<string, StringValues>[] headers, byte[] body)
{
    private const int HashBytes = 16;
    private const int SliceBytes = 64 * 1024;

    private readonly string? _etag = status == StatusCodes.Status200OK ? EntityTagOf(headers, body) : null;

    public int Status => status;

    public IReadOnlyList<KeyValuePair<string, StringValues>> Headers => headers;

    public byte[] Body => body;

    /// <summary>The approximate size in memory, in bytes.</summary>
    public long Bytes { get; } =
        body.Length + headers.Sum(header => 2L * (header.Key.Length + header.Value.Sum(value => value?.Length ?? 0)));

    /// <summary>Sends the response, or status 304 if the request's If-None-Match header matches its entity tag.</summary>
    /// <param name="context">The context of the client's request.</param>
    /// <param name="how">The value of the X-Cache header: HIT, MISS or STALE.</param>
    /// <param name="age">The value of the Age header; null to send no Age header.</param>
    public Task SendAsync(HttpContext context, in StringValues how, TimeSpan? age)
    {
        var response = context.Response;
        foreach (var header in headers)
        {
            // There is already a Cache-Control header if the client has a key.
            response.Headers[header.Key] = StringValues.Concat(response.Headers[header.Key], header.Value);
        }

        response.Headers["X-Cache"] = how;
        if (age is { } elapsed)
        {
            response.Headers.Age = ((long)elapsed.TotalSeconds).ToString(CultureInfo.InvariantCulture);
        }

        if (_etag is not null)
        {
            response.Headers.ETag = _etag;
            if (IsHeldBy(context.Request, _etag))
            {
                response.StatusCode = StatusCodes.Status304NotModified;
                return Task.CompletedTask;
            }
        }

        response.StatusCode = status;
        return SendBodyAsync(context);
    }

    // The server copies written data before it waits for the client. Slices prevent a copy of the whole body for each client that
    // does not read.
    private async Task SendBodyAsync(HttpContext context)
    {
        context.Response.ContentLength = body.Length;
        var aborted = body.Length > SliceBytes ? context.RequestAborted : CancellationToken.None;
        for (var sent = 0; sent < body.Length; sent += SliceBytes)
        {
            var slice = body.AsMemory(sent, Math.Min(SliceBytes, body.Length - sent));
            if ((await context.Response.BodyWriter.WriteAsync(slice, aborted)).IsCompleted)
            {
                return;
            }
        }
    }

    private static bool IsHeldBy(HttpRequest request, string etag)
    {
        var held = request.Headers.IfNoneMatch;
        if (held.Count == 0)
        {
            return false;
        }

        var tag = EntityTagHeaderValue.Parse(etag);
        return EntityTagHeaderValue.TryParseList(held, out var tags)
            && tags.Any(one => one.Equals(EntityTagHeaderValue.Any) || one.Compare(tag, useStrongComparison: false));
    }

    // Uses the entity tag of the backend if there is one, because a client may send it back in a conditional update.
    private static string EntityTagOf(KeyValuePair<string, StringValues>[] headers, byte[] body)
    {
        foreach (var header in headers)
        {
            if (header.Key.Equals(HeaderNames.ETag, StringComparison.OrdinalIgnoreCase)
                && EntityTagHeaderValue.TryParse(header.Value.ToString(), out _))
            {
                return header.Value.ToString();
            }
        }

        return $"\"{Convert.ToHexStringLower(SHA256.HashData(body).AsSpan(0, HashBytes))}\"";
    }
}
