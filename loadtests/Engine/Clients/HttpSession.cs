using System.Net;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// One user's requests through a shared client. With <see cref="HttpLoadOptions.Cookies"/> a session keeps the cookies that
/// responses set and sends them back to their servers; other sessions do not see them. Use it for one request at a time.
/// </summary>
public sealed class HttpSession
{
    private readonly HttpLoadClient _client;
    private readonly CookieContainer? _cookies;

    internal HttpSession(HttpLoadClient client, bool keepsCookies) =>
        (_client, _cookies) = (client, keepsCookies ? new CookieContainer() : null);

    public async ValueTask<RequestOutcome> SendAsync(PreparedRequest request, CancellationToken cancellationToken) =>
        _cookies is null
            ? await _client.SendAsync(request, cancellationToken)
            : (await AskAsync(request, cancellationToken)).Outcome;

    public async ValueTask<HttpAnswer> AskAsync(PreparedRequest request, CancellationToken cancellationToken)
    {
        var answer = await _client.AskAsync(WithCookies(request), cancellationToken);
        if (_cookies is not null)
        {
            Keep(request.Uri, answer);
        }

        return answer;
    }

    private PreparedRequest WithCookies(PreparedRequest request) =>
        _cookies?.GetCookieHeader(request.Uri) is { Length: > 0 } cookies
            ? request.WithHeaders([.. request.Headers, new("Cookie", cookies)])
            : request;

    private void Keep(Uri uri, HttpAnswer answer)
    {
        foreach (var cookie in answer.AllOf("Set-Cookie"))
        {
            try
            {
                _cookies!.SetCookies(uri, cookie);
            }
            catch (CookieException)
            {
                // RFC 6265, section 5.2: a cookie that cannot be parsed, or that this server may not set, is ignored.
            }
        }
    }
}
