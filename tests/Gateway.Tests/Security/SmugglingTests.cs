namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>
/// Requests that two servers might cut at different places, each with a second request hidden behind the cut. None is answered
/// but with a refusal, and no backend sees any of it.
/// </summary>
public sealed class SmugglingTests(SharedGateway shared) : IClassFixture<SharedGateway>
{
    private const string Hidden = "GET /api/packages/smuggled HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    private const string Post = "POST /api/packages/p-1 HTTP/1.1\r\nHost: x\r\n";

    [Theory(Timeout = 300_000)]
    [InlineData("length and chunks", "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")]
    [InlineData("chunks and length", "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n")]
    [InlineData("two encodings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n")]
    [InlineData("chunked on two lines", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")]
    [InlineData("encoding twice", "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n")]
    [InlineData("identity first", "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n")]
    [InlineData("unknown encoding", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n")]
    [InlineData("space before the colon", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n")]
    [InlineData("folded value", "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n")]
    [InlineData("folded header", "X-A: 1\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")]
    [InlineData("line feed alone", "X-A: 1\nTransfer-Encoding: chunked\n\n0\r\n\r\n")]
    [InlineData("carriage return alone", "X-A: 1\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")]
    [InlineData("two lengths", "Content-Length: 0\r\nContent-Length: 5\r\n\r\n")]
    [InlineData("the same length twice", "Content-Length: 0\r\nContent-Length: 0\r\n\r\n")]
    [InlineData("list of lengths", "Content-Length: 0, 0\r\n\r\n")]
    [InlineData("negative length", "Content-Length: -1\r\n\r\n")]
    [InlineData("hexadecimal length", "Content-Length: 0x0\r\n\r\n")]
    [InlineData("length too long for a number", "Content-Length: 18446744073709551617\r\n\r\n")]
    [InlineData("chunk length that is none", "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n")]
    [InlineData("chunk length too long", "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n")]
    public async Task Smuggling_RequestThatIsCutInTwoWays_IsRefusedAndNothingBehindItIsAnswered(string what, string rest)
    {
        var gateway = shared.Reset();

        var answer = await gateway.SendAsync(Post + rest + Hidden);

        var status = Assert.Single(answer.Statuses);
        Assert.True(status == 400, $"{what}: {answer.Text}");
        Assert.DoesNotContain(gateway.Reached, request => request.Contains("smuggled", StringComparison.Ordinal));
    }

    [Theory(Timeout = 300_000)]
    [InlineData("Content-Length: 6\r\nTransfer-Encoding: chunked", "A request has Content-Length or Transfer-Encoding, not both.")]
    [InlineData("Transfer-Encoding: identity, chunked", "The only Transfer-Encoding is chunked.")]
    public async Task Smuggling_Refused_SaysWhyAndClosesTheConnection(string headers, string reason)
    {
        var answer = await shared.Reset().SendAsync($"{Post}{headers}\r\n\r\n0\r\n\r\n");

        Assert.Contains(reason, answer.Text);
        Assert.Contains("\r\nConnection: close\r\n", answer.Text);
    }

    [Fact(Timeout = 300_000)]
    public async Task Smuggling_RequestsThatAreCutInOneWay_AreEachAnswered()
    {
        // Its own: a request that another test had refused may reach a shared one's backend later.
        await using var gateway = await OpenGateway.StartAsync();

        var answer = await gateway.SendAsync(Post + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + Hidden);

        Assert.Equal([404, 404], answer.Statuses);
        Assert.Equal(["POST /packages/p-1", "GET /packages/smuggled"], gateway.Reached);
    }
}
