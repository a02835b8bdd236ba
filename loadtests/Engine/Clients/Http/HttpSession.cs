namespace DroneDelivery.LoadTests.Engine.Clients.Http;

/// <summary>
/// One user's requests through a shared client. A session keeps the cookies that responses set and sends them back to their
/// servers; other sessions do not see them. Use it for one request at a time.
/// </summary>
public sealed class HttpSession(HttpLoadClient client)
{
    // By default it keeps 20 cookies of a server; browsers keep at least 50 (RFC 6265, section 6.1).
    private readonly CookieContainer _cookies = new() { PerDomainCapacity = CookieContainer.DefaultCookieLimit };

    public async ValueTask<HttpAnswer> AskAsync(PreparedRequest request, CancellationToken cancellationToken)
    {
        var answer = await client.AskAsync(WithCookies(request), cancellationToken);
        Keep(request.Uri, answer);
        return answer;
    }

    private PreparedRequest WithCookies(PreparedRequest request) =>
        _cookies.GetCookieHeader(request.Uri) is { Length: > 0 } cookies
            ? request.WithHeader("Cookie", cookies)
            : request;

    private void Keep(Uri uri, HttpAnswer answer)
    {
        foreach (var cookie in answer.AllOf("Set-Cookie"))
        {
            try
            {
                _cookies.SetCookies(uri, cookie);
            }
            catch (CookieException)
            {
                // RFC 6265, section 5.2: a cookie that cannot be parsed, or that this server may not set, is ignored.
            }
        }
    }
}
