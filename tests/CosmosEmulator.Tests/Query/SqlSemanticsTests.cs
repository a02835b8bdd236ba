using DroneDelivery.CosmosEmulator.Query;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>
/// The truth of expressions. The rows on constants agree with how the SDK's native query planner folds the same text.
/// </summary>
public sealed class SqlSemanticsTests
{
    private const string Document =
        """{"n":5,"f":5.0,"s":"b","t":true,"z":null,"a":[1,{"x":2}],"o":{"p":{"q":7}},"e":"","big":12345678901234567890,"exact":9007199254740993}""";

    [Theory]
    [InlineData("1 = 1.0", true)]
    [InlineData("1 != 'a'", true)]
    [InlineData("NOT (1 = 'a')", true)]
    [InlineData("null = null", true)]
    [InlineData("c.n != null", true)]
    [InlineData("c.z != null", false)]
    [InlineData("c.missing != null", false)]
    [InlineData("c.missing = null", false)]
    [InlineData("NOT (c.missing = 1)", false)]
    [InlineData("undefined = undefined", false)]
    [InlineData("NOT (1 < 'a')", false)]
    [InlineData("'10' > 5", false)]
    [InlineData("true != 1", true)]
    [InlineData("false < true", true)]
    [InlineData("null <= null", true)]
    [InlineData("[1,2] = [1,2]", true)]
    [InlineData("[1,2] = [2,1]", false)]
    [InlineData("[1,2] = [1]", false)]
    [InlineData("[1] = [1,2]", false)]
    [InlineData("IS_DEFINED([1,2] < [1,3])", false)]
    [InlineData("{'a':1,'b':2} = {'b':2.0,'a':1}", true)]
    [InlineData("{'a':1} = {'a':1,'b':2}", false)]
    [InlineData("{'a': undefined} = {}", true)]
    [InlineData("c.a = [1,{'x':2}]", true)]
    [InlineData("'B' < 'a' AND 'a' < 'b'", true)]
    [InlineData("'a' = 'A'", false)]
    [InlineData("'\uFFEE' < '😀'", true)]
    public void Comparison_ByType_FollowsTheService(string filter, bool isTrue) => AssertTruth(filter, isTrue);

    [Theory]
    [InlineData("(undefined AND false) = false", true)]
    [InlineData("IS_DEFINED(undefined AND true)", false)]
    [InlineData("undefined OR true", true)]
    [InlineData("IS_DEFINED(undefined OR false)", false)]
    [InlineData("'a' OR true", true)]
    [InlineData("(null AND false) = false", true)]
    [InlineData("IS_DEFINED(NOT 1)", false)]
    [InlineData("NOT undefined", false)]
    [InlineData("NOT NOT true", true)]
    [InlineData("true OR true AND false", true)]
    [InlineData("c.missing OR c.t", true)]
    [InlineData("c.n", false)]
    [InlineData("NOT c.t = false", true)]
    public void Logic_WithUndefined_HasThreeValues(string filter, bool isTrue) => AssertTruth(filter, isTrue);

    [Theory]
    [InlineData("c.n IN (4, 5)", true)]
    [InlineData("c.n IN ('5')", false)]
    [InlineData("c.n NOT IN (1, 'a')", true)]
    [InlineData("2 NOT IN (undefined, 1)", true)]
    [InlineData("c.n IN (undefined, 5) AND c.o IN ([], c.o)", true)]
    [InlineData("c.n IN (c.s, c.f)", true)]
    [InlineData("c.n IN (c.s, [5])", false)]
    [InlineData("[1,2] IN ([2,1], [1,2])", true)]
    [InlineData("c.a[1] IN ({'x':2}, 1)", true)]
    [InlineData("c.missing NOT IN (1)", false)]
    [InlineData("c.n BETWEEN 5 AND 6", true)]
    [InlineData("c.n NOT BETWEEN 1 AND 4", true)]
    [InlineData("(c.n BETWEEN 1 AND 9) AND c.s = 'b'", true)]
    [InlineData("c.n BETWEEN 1 AND 9 ?? false", true)]
    [InlineData("c.t BETWEEN c.n = 5 AND c.n > 4", true)]
    [InlineData("c.n = 4 IN (false)", true)]
    [InlineData("NOT ('b' BETWEEN 1 AND 2)", false)]
    [InlineData("(undefined ?? 1) = 1", true)]
    [InlineData("(null ?? 1) = null", true)]
    [InlineData("(c.missing ?? c.n) = 5", true)]
    [InlineData("(undefined ? 1 : 2) = 2", true)]
    [InlineData("(c.t ? 1 : 2) = 1", true)]
    [InlineData("(true ? 1 : false ? 2 : 3) = 1", true)]
    public void Choice_AmongValues_TakesTheRightOne(string filter, bool isTrue) => AssertTruth(filter, isTrue);

    [Theory]
    [InlineData("1 + 2 * 3 = 7", true)]
    [InlineData("(1 + 2) * 3 = 9", true)]
    [InlineData("10 - 2 - 3 = 5", true)]
    [InlineData("7 / 2 = 3.5", true)]
    [InlineData("-5 % 3 = -2", true)]
    [InlineData("- -1 = +1", true)]
    [InlineData("1 / 0 > 5", true)]
    [InlineData("0 / 0 < 5 OR 0 / 0 <= 5 OR 0 / 0 > 5 OR 0 / 0 >= 5", false)]
    [InlineData("5 < 0 / 0 OR 5 <= 0 / 0 OR 5 > 0 / 0 OR 5 >= 0 / 0", false)]
    [InlineData("(0 / 0 BETWEEN -1 AND 1) OR c.n > 0 / 0", false)]
    [InlineData("NaN != NaN AND 0 / 0 != NaN AND 1 / 0 = Infinity", true)]
    [InlineData("NaN = NaN OR 0 / 0 = 0 / 0 OR 5 < NaN OR c.n > Infinity OR -Infinity > c.n", false)]
    [InlineData("IS_NUMBER(NaN) AND Infinity > c.n AND Infinity = 1 / 0 AND NOT IS_FINITE_NUMBER(-Infinity)", true)]
    [InlineData("TOSTRING(NaN) = 'NaN' AND TOSTRING(-Infinity) = '-Infinity'", true)]
    [InlineData("IS_DEFINED(STRINGTONUMBER(NaN)) OR IS_DEFINED(STRINGTONUMBER(Infinity))", false)]
    [InlineData("SQRT(-c.n) < 5 OR (c.n - 5) / (c.f - 5) < 0.5", false)]
    [InlineData("IS_DEFINED(1 + 'a')", false)]
    [InlineData("IS_DEFINED(-'a')", false)]
    [InlineData("IS_DEFINED(+'a') OR IS_DEFINED(~'a')", false)]
    [InlineData("1 < 1 OR 1 > 1 OR NOT (1 <= 1 AND 1 >= 1)", false)]
    [InlineData("'a' || 'b' = 'ab'", true)]
    [InlineData("IS_DEFINED('a' || 1)", false)]
    [InlineData("0x1F = 31 AND .5 = 0.5 AND 5. = 5 AND 007 = 7", true)]
    [InlineData("0xE+1 = 15 AND 0x1e-0xE = 16 AND 1e+1 = 10", true)]
    [InlineData("""'a\'b' = "a'b" AND '\u0041\/\a' = 'A/a'""", true)]
    [InlineData("""'\t' = "	" """, true)]
    public void Operator_OnConstants_ComputesWithoutConverting(string filter, bool isTrue) => AssertTruth(filter, isTrue);

    [Theory]
    [InlineData("c.o.p.q = 7", true)]
    [InlineData("c['o'][\"p\"].q = 7", true)]
    [InlineData("c[@o].p.q = 7", true)]
    [InlineData("c.a[1].x = 2", true)]
    [InlineData("IS_DEFINED(c.a[2]) OR IS_DEFINED(c.a[-1]) OR IS_DEFINED(c.a['0']) OR IS_DEFINED(c.o[0])", false)]
    [InlineData("IS_DEFINED(c.n.x) OR IS_DEFINED(c.missing.x) OR IS_DEFINED(c.z.x)", false)]
    [InlineData("IS_DEFINED(c.z)", true)]
    [InlineData("c.f = @five AND c.n = @five", true)]
    [InlineData("c.big = 12345678901234567890", true)]
    [InlineData("c.exact = 9007199254740993", true)]
    [InlineData("c.exact = 9007199254740992 OR c.exact = 9007199254740994 OR c.exact = @exact - 1", false)]
    [InlineData("c.exact IN (1, 9007199254740993) AND c.exact > 9007199254740992 AND c.exact < 9007199254740994", true)]
    [InlineData("-c.exact = -9007199254740993 AND -9007199254740993 < -9007199254740992", true)]
    [InlineData("0x7FFFFFFFFFFFFFFF = 9223372036854775807 AND 9223372036854775807 < 9223372036854775808", true)]
    public void Path_IntoDocument_FindsValueOrUndefined(string filter, bool isTrue) => AssertTruth(filter, isTrue);

    private static void AssertTruth(string filter, bool isTrue)
    {
        var query = SqlParser.Parse($"SELECT * FROM c WHERE {filter}");
        var program = QueryProgram.Compile(query, Json.Parameters("""{"@o":"o","@five":5,"@exact":9007199254740993}"""));

        Assert.Equal(isTrue, program.Matches(Json.Bytes(Document)));
    }
}
