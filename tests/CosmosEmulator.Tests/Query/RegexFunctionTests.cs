using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>The first rows are the documentation's; null stands for undefined.</summary>
public sealed class RegexFunctionTests
{
    [Theory]
    [InlineData("REGEXMATCH('abcd', 'ABC')", "false")]
    [InlineData("REGEXMATCH('abcd', 'ABC', 'i')", "true")]
    [InlineData("REGEXMATCH('abcd', 'ab.', '')", "true")]
    [InlineData("REGEXMATCH('abcd', 'ab c', 'x')", "true")]
    [InlineData("REGEXMATCH('abcd', 'aB c', 'ix')", "true")]
    [InlineData("REGEXMATCH('03a', '[0-9]')", "true")]
    [InlineData("REGEXMATCH('salt3824908', 'salt{1}')", "true")]
    [InlineData("REGEXMATCH('shame', 's....', 'i')", "true")]
    [InlineData("REGEXMATCH('abcd', 'ab c')", "false")]
    [InlineData("REGEXMATCH('', '')", "true")]
    [InlineData("REGEXMATCH('a.b', 'a\\\\.b') AND NOT REGEXMATCH('axb', 'a\\\\.b')", "true")]
    [InlineData("REGEXMATCH('a\\nb', '^b$')", "false")]
    [InlineData("REGEXMATCH('a\\nb', '^b$', 'm')", "true")]
    [InlineData("REGEXMATCH('a\\nb', 'a.b')", "false")]
    [InlineData("REGEXMATCH('a\\nb', 'a.b', 's')", "true")]
    [InlineData("REGEXMATCH('A\\nB', '^ b $', 'xmsi')", "true")]
    [InlineData("REGEXMATCH('É', 'é', 'i')", "true")]
    [InlineData("REGEXMATCH('a😀', '😀$')", "true")]
    public void RegexMatch_WithModifiers_FindsThePattern(string expression, string expected) =>
        Assert.Equal(expected, Json.Value(expression));

    /// <summary>Patterns that the engine of linear time lacks.</summary>
    [Theory]
    [InlineData("REGEXMATCH('abab', '^(ab)\\\\1$')", "true")]
    [InlineData("REGEXMATCH('abac', '^(ab)\\\\1$')", "false")]
    [InlineData("REGEXMATCH('price 5', '(?<=price )[0-9]')", "true")]
    [InlineData("REGEXMATCH('cost 5', '(?<=price )[0-9]')", "false")]
    [InlineData("REGEXMATCH('abc', '^(?!b)')", "true")]
    public void RegexMatch_LooksAroundOrBack_IsServed(string expression, string expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("REGEXMATCH('abc', '(')")]
    [InlineData("REGEXMATCH('abc', '[a')")]
    [InlineData("REGEXMATCH('abc', '*')")]
    [InlineData("REGEXMATCH('abc', 'a', 'g')")]
    [InlineData("REGEXMATCH('abc', 'a', 'I')")]
    [InlineData("REGEXMATCH('abc', 'a', 1)")]
    [InlineData("REGEXMATCH(1, '1')")]
    [InlineData("REGEXMATCH('1', 1)")]
    [InlineData("REGEXMATCH(null, 'a')")]
    [InlineData("REGEXMATCH('a', undefined)")]
    public void RegexMatch_InvalidPatternOrModifier_IsUndefined(string expression) => Assert.Null(Json.Value(expression));

    // With backtracking, this takes a time that doubles with each letter.
    [Fact]
    public void RegexMatch_NestedRepeats_TakesLinearTime() =>
        Assert.Equal("false", Json.Value("REGEXMATCH(CONCAT(REPLICATE('a', 9999), 'b'), '^(a+)+$')"));

    [Fact]
    public void RegexMatch_BackReferenceThatTakesForever_IsRefused()
    {
        var error = Assert.Throws<SqlSemanticException>(
            () => Json.Value("REGEXMATCH(REPLICATE('a', 60), '^(a+)+\\\\1b$')"));

        Assert.Equal("REGEXMATCH takes over 1 s for one text with this pattern.", error.Message);
    }
}
