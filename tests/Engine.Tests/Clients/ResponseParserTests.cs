using System.Text;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http1;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.Engine.Tests.Clients;

public sealed class ResponseParserTests
{
    /// <summary>Answers with their status, the length of their body, and whether the connection can be used again.</summary>
    public static TheoryData<string, int, string, bool> Answers => new()
    {
        { "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true },
        { "HTTP/1.1 200\r\ncontent-length:5\r\n\r\nhello", 200, "hello", true },
        { "HTTP/1.1 200 \r\nX: \u00e9\r\nContent-Length: \t0005 \r\n\r\nhello", 200, "hello", true },
        { "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true },
        { "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, "", true },
        { "HTTP/1.1 204 No Content\r\n\r\n", 204, "", true },
        { "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n", 304, "", true },
        { "HTTP/1.1 500 Oh no\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno", 500, "no", false },
        { "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: x, Close\r\n\r\nok", 200, "ok", false },
        { "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok", false },
        { "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok", 200, "ok", true },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200, "", true },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n00B\r\n, you two!!\r\n0\r\n\r\n", 200, "hello, you two!!", true },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 ;a=b\r\nok\r\n0;c\r\nX: y\r\nZ: 1\r\n\r\n", 200, "ok", true },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\n\r\r\n0\r\n\r\n", 200, "\r", true },
        { "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 201 Made\r\nContent-Length: 1\r\n\r\n!", 201, "!", true },
    };

    public static TheoryData<string, string> Malformed => new()
    {
        { "SSH-2.0-OpenSSH", "its status line is invalid" },
        { "HTTP/2 200 OK\r\n\r\n", "its status line is invalid" },
        { "HTTP/1.2 200 OK\r\n\r\n", "its status line is invalid" },
        { "HTTP/1.1 20 OK\r\n\r\n", "its status line is invalid" },
        { "HTTP/1.1 2000 OK\r\n\r\n", "its status line is invalid" },
        { "HTTP/1.1 099 OK\r\n\r\n", "its status line is invalid" },
        { "HTTP/1.1 +20 OK\r\n\r\n", "its status line is invalid" },
        { "HTTP/1.1 200 O\nK\r\n\r\n", "its status line is invalid" },
        { "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", "it switches to a protocol that was not requested" },
        { "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "a header name is invalid" },
        { "HTTP/1.1 200 OK\r\n: empty\r\n\r\n", "a header name is invalid" },
        { "HTTP/1.1 200 OK\r\nA : b\r\n\r\n", "a header name is invalid" },
        { "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n", "a header name is invalid" },
        { "HTTP/1.1 200 OK\r\nA: b\nB: c\r\n\r\n", "a header has a control character" },
        { "HTTP/1.1 200 OK\r\nA: b\0\r\n\r\n", "a header has a control character" },
        { "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "its Content-Length is not a number" },
        { "HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n", "its Content-Length is not a number" },
        { "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", "its Content-Length is not a number" },
        { "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "its Content-Length is not a number" },
        { "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", "it has two different lengths" },
        { "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", "it has both Content-Length and Transfer-Encoding" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n", "chunked is not its last transfer coding" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "a chunk size is invalid" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", "a chunk size is invalid" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", "a chunk size is invalid" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5 x\r\n", "a chunk size is invalid" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1000000000000000\r\n", "a chunk size is invalid" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n", "a line ends without a carriage return" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n", "a chunk is longer than its size" },
        { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nbad trailer\r\n\r\n", "a header name is invalid" },
    };

    [Theory]
    [MemberData(nameof(Answers))]
    public void Received_AnswerInAnyTwoPieces_IsReadTheSame(string answer, int status, string body, bool keeps)
    {
        var bytes = Encoding.Latin1.GetBytes(answer);
        for (var cut = 0; cut < bytes.Length; cut++)
        {
            var (parser, keeper) = Expecting();

            var endedEarly = cut > 0 && Receive(parser, bytes.AsSpan(0, cut));
            var ended = Receive(parser, bytes.AsSpan(cut));

            Assert.Equal((cut, false, true), (cut, endedEarly, ended));
            Assert.Equal((status, body.Length, keeps), (parser.Status, parser.Bytes, parser.KeepsConnection));
            Assert.Equal(body, keeper.ToAnswer(default).Text);
        }
    }

    [Theory]
    [MemberData(nameof(Answers))]
    public void Received_AnswerByteForByte_IsReadTheSame(string answer, int status, string body, bool keeps)
    {
        var (parser, keeper) = Expecting();
        var bytes = Encoding.Latin1.GetBytes(answer);

        var ends = bytes.Select(one => Receive(parser, [one])).ToList();

        Assert.Equal(bytes.Length - 1, ends.IndexOf(true));
        Assert.Equal((status, body, keeps), (parser.Status, keeper.ToAnswer(default).Text, parser.KeepsConnection));
    }

    [Theory]
    [MemberData(nameof(Malformed))]
    public void Received_MalformedAnswer_SaysWhatIsWrong(string answer, string problem)
    {
        foreach (var piece in (int[])[1, answer.Length])
        {
            var (parser, _) = Expecting();

            var refused = Assert.Throws<HttpIOException>(() => ReceiveAll(parser, answer, piece));

            Assert.Equal(HttpRequestError.InvalidResponse, refused.HttpRequestError);
            Assert.Contains($"The answer is not HTTP/1.1: {problem}.", refused.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Received_AnswersOneAfterTheOther_AreReadApart()
    {
        var (parser, _) = Expecting();
        ReceiveAll(parser, "HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 7);
        parser.Expect(toHead: false, null);

        var ended = ReceiveAll(parser, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 100);

        Assert.Equal((true, 200, 2), (ended, parser.Status, parser.Bytes));
    }

    [Fact]
    public void Received_BytesAfterTheAnswer_EndTheConnection()
    {
        var (parser, _) = Expecting();

        var ended = ReceiveAll(parser, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP", 100);

        Assert.Equal((true, false), (ended, parser.KeepsConnection));
    }

    [Fact]
    public void Received_AnswerToHead_HasNoBody()
    {
        var parser = new ResponseParser();
        parser.Expect(toHead: true, null);

        var ended = ReceiveAll(parser, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n", 100);

        Assert.Equal((true, 0, true), (ended, parser.Bytes, parser.KeepsConnection));
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\n\r\nhello")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nhello")]
    public void Closed_AnswerWithoutALength_IsItsEnd(string answer)
    {
        var (parser, keeper) = Expecting();
        var ended = ReceiveAll(parser, answer, 3);

        parser.Closed();

        Assert.Equal((false, 5, "hello", false), (ended, parser.Bytes, keeper.ToAnswer(default).Text, parser.KeepsConnection));
    }

    [Theory]
    [InlineData("")]
    [InlineData("HTTP/1.1 20")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n")]
    [InlineData("HTTP/1.1 100 Continue\r\n\r\n")]
    public void Closed_BeforeTheEnd_IsAFailure(string answer)
    {
        var (parser, _) = Expecting();
        ReceiveAll(parser, answer, 100);

        var refused = Assert.Throws<HttpIOException>(parser.Closed);

        Assert.Equal(HttpRequestError.ResponseEnded, refused.HttpRequestError);
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nX: ")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;")]
    public void Received_TextWithoutEnd_IsRefusedAndBounded(string start)
    {
        var (parser, _) = Expecting();

        var refused = Assert.Throws<HttpIOException>(() => ReceiveAll(parser, start + new string('x', 200_000), 1000));

        Assert.Equal(HttpRequestError.ConfigurationLimitExceeded, refused.HttpRequestError);
    }

    [Fact]
    public void Received_LargeBody_IsCountedNotKept()
    {
        var parser = new ResponseParser();
        parser.Expect(toHead: false, null);

        var ended = ReceiveAll(parser, "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + new string('x', 1_000_000), 1_100_000);

        Assert.Equal((true, 1_000_000, true), (ended, parser.Bytes, parser.KeepsConnection));
        Assert.InRange(parser.Room.Length, 1, 1 << 17);
    }

    [Fact]
    public void Received_InterimAnswer_LeavesNoHeaders()
    {
        var (parser, keeper) = Expecting();
        ReceiveAll(parser, "HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 204 None\r\nX-Y:  z \r\nx-y: 2\r\n\r\n", 100);

        var answer = keeper.ToAnswer(new RequestOutcome(204, null, 0));

        Assert.Equal((null, "z"), (answer.Header("link"), answer.Header("X-y")));
        Assert.Equal(["z", "2"], answer.AllOf("x-Y"));
    }

    private static (ResponseParser Parser, AnswerKeeper Keeper) Expecting()
    {
        var (parser, keeper) = (new ResponseParser(), new AnswerKeeper());
        parser.Expect(toHead: false, keeper);
        return (parser, keeper);
    }

    private static bool ReceiveAll(ResponseParser parser, string answer, int piece)
    {
        var ended = false;
        foreach (var bytes in Encoding.Latin1.GetBytes(answer).Chunk(piece))
        {
            ended = Receive(parser, bytes);
        }

        return ended;
    }

    /// <summary>As often as it takes: there may be less room than bytes.</summary>
    private static bool Receive(ResponseParser parser, ReadOnlySpan<byte> bytes)
    {
        var ended = false;
        while (!bytes.IsEmpty)
        {
            var room = parser.Room.Span;
            var count = Math.Min(room.Length, bytes.Length);
            bytes[..count].CopyTo(room);
            ended = parser.Received(count);
            bytes = bytes[count..];
        }

        return ended;
    }
}
